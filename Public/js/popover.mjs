// Opens a short select beside its cell, like a native list, where there is a mouse and room. It stays the modal dialog that it
// is: only its surface has another place, and what is behind is not dimmed.

/** Rows of the longest list that opens so. */
const most = 15;
const hasMouse = matchMedia("(width >= 600px) and (hover: hover) and (pointer: fine)");
/** Pixels between cell and surface, and between surface and window. */
const gap = 4;
const edge = 16;
/** The least width and height of a surface, in letters. */
const leastWidth = 20;
const leastHeight = 12;

/** Whether the view that a button opens may be one of these. */
export const mayAnchor = (button) => Boolean(button?.matches(".select > .picker-button")) && hasMouse.matches;

class Popovers {
  /** Views that stand beside a cell, and the buttons that opened them. */
  anchors = new Map();
  onResize = () => this.place();

  /** To be called before a dialog is shown: it appears as what it will be. */
  add(dialog, button) {
    const isShort = dialog.querySelectorAll(".row").length <= most && !dialog.querySelector(".more");
    if (!isShort || dialog.dataset.view !== "page" || dialog.dataset.presentation === "sheet") return;
    if (!mayAnchor(button)) return;
    if (this.anchors.size === 0) addEventListener("resize", this.onResize);
    this.anchors.set(dialog, button);
    dialog.dataset.keptAnchored = "";
  }

  /** Places them: they have been opened, or the window or the page around them has changed. */
  place() {
    for (const [dialog, button] of this.anchors) {
      if (dialog.isConnected) place(dialog, button);
      else this.anchors.delete(dialog);
    }
    if (this.anchors.size === 0) removeEventListener("resize", this.onResize);
  }
}

export const popovers = new Popovers();

function place(dialog, button) {
  const surface = dialog.querySelector(".selection");
  surface.removeAttribute("style");
  delete dialog.dataset.keptAnchored;
  if (!hasMouse.matches || !button.isConnected) return;
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const cell = button.closest(".cell");
  const box = (cell.dataset.style === "standard" ? button.querySelector(".picker-value") : cell).getBoundingClientRect();
  const all = dialog.getBoundingClientRect();
  const [above, below] = [box.top - all.top, all.bottom - box.bottom].map((space) => space - gap - edge);
  if (Math.max(above, below) < leastHeight * letter) return;
  dialog.dataset.keptAnchored = "";
  const width = Math.min(Math.max(box.width, leastWidth * letter), all.width - 2 * edge);
  const start = getComputedStyle(dialog).direction === "rtl" ? all.right - box.right : box.left - all.left;
  surface.style.width = `${width}px`;
  surface.style.insetInlineStart = `${Math.max(edge, Math.min(start, all.width - edge - width))}px`;
  // Above only where it does not fit below, and there is more room.
  const isAbove = surface.offsetHeight > below && above > below;
  surface.style[isAbove ? "insetBlockEnd" : "insetBlockStart"] = `${(isAbove ? all.bottom - box.top : box.bottom - all.top) + gap}px`;
  surface.style.maxHeight = `${isAbove ? above : below}px`;
}
