/**
 * Whether a key belongs to a composition, which takes it: the Enter that confirms one does nothing else. WebKit ends the
 * composition before it reports that Enter, and marks it by the code alone (UI Events, 7.3.1).
 */
export const isOfComposition = (event) => event.isComposing || event.keyCode === 229;
