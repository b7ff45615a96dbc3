// The one rule of typing: a field that is in use belongs to whoever is typing. Its text, its caret and its type are never set by
// an answer, a save, a format or a script that comes late, not even to what they are already: some browsers then drop the
// parts of a date, the word being composed, or what can be undone.

const typed = "textarea, input:not([type=radio], [type=checkbox], [type=file], [type=hidden])";

/** Whether somebody is typing into a control: it has the focus. What is being composed has it too. */
export const isInUse = (control) => control === document.activeElement && control.matches(typed);

/** Whether a part of the page has a field in it that is in use. */
export const hasFieldInUse = (node) => node.contains(document.activeElement) && isInUse(document.activeElement);
