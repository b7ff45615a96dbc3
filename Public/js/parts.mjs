// Markup that scripts put into a page. The server draws it into a `<template>`, in the page's language, so that its look is
// defined once; without scripts it does not show.

const parts = () => document.querySelector("#_parts");

/** A copy of a part, to be put in and taken away again by a script. */
export function part(name) {
  const copy = parts().content.querySelector(`[data-part="${name}"]`).cloneNode(true);
  copy.removeAttribute("data-part");
  copy.dataset.kept = "";
  return copy;
}

/**
 * Words for scripts: `#` in them stands for the numbers in their order, `|` between what is said of one and of several.
 * @param {...number} numbers the first one decides between the two.
 */
export function words(name, ...numbers) {
  const forms = parts().getAttribute(`data-${name}`).split("|");
  return (numbers[0] === 1 ? forms[0] : forms.at(-1)).replace(/#/g, () => numbers.shift());
}
