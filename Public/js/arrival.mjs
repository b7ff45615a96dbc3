// @ts-check

/** How the browser came to the page: `navigate`, `reload` or `back_forward` (Navigation Timing). */
export const arrival = () => /** @type {PerformanceNavigationTiming|undefined} */ (performance.getEntriesByType("navigation")[0])?.type;
