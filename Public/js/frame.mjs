/**
 * Calls `act` just before the next frame is painted. What asks for places and sizes there finds them as the frame needs them
 * anyway; in a task that goes on to change the page they would be worked out once more.
 */
export const beforePaint = (act) => { requestAnimationFrame(() => act()); };
