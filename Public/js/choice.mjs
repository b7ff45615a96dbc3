// The choice in an open selection view, brought up to date with what was saved of it: what "Apply" says, and the "Selected"
// list. No row moves under the finger: where it would, the list stays as it is until the next answer.

import { disown, own, say } from "./morph.mjs";

const selected = ".value-list[aria-labelledby=_selected]";

class SavedChoice {
  /** The box that was ticked or unticked last. */
  ticked = null;

  /**
   * @param {Element} view the dialog in front.
   * @param {Document} fresh the page with the same view as the server has drawn it.
   * @param {(control: Element) => boolean} isHeld whether the visitor has changed a control since.
   */
  show(view, fresh, isHeld) {
    const { ticked } = this;
    const [apply, drawn] = [view, fresh].map((root) => root.querySelector(".view-foot [value=apply]"));
    for (const name of apply && drawn ? ["data-chosen", "data-idle"] : []) say(apply, name, drawn.getAttribute(name));
    const [old, next] = [view, fresh].map((root) => root.querySelector(selected));
    if (!ticked?.isConnected || (!old && !next)) return;
    // Who unticks a row of the list may want to tick it again.
    if (old?.contains(ticked) || old?.contains(document.activeElement)) return;
    const row = ticked.closest(".row, .other");
    const body = view.querySelector(".view-body");
    const scroller = getComputedStyle(body).overflowY === "visible" ? view : body;
    const { scrollTop } = scroller;
    // A sheet that is not at its full height would grow instead.
    const least = scroller === view ? view.querySelector(".selection").offsetTop : 0;
    if (scrollTop < least) return;
    const { top } = row.getBoundingClientRect();
    const moved = () => row.getBoundingClientRect().top - top;
    const list = next && document.importNode(next, true);
    if (list) {
      for (const box of list.querySelectorAll("input")) {
        const twin = document.getElementById(box.id) ?? document.getElementById(box.id.replace(/^_s/, "_r"));
        if (twin && isHeld(twin)) box.checked = twin.checked;
      }
    }
    const swaps = [[old, list], ...(old ? [] : headsToSwap(view, fresh))];
    const first = view.querySelector(`.value-list:not(${selected})`);
    for (const [from, to] of swaps) swap(from, to, first);
    scroller.scrollTop += moved();
    if (Math.abs(moved()) < 1 && scroller.scrollTop >= least) {
      view.parentElement.querySelector("[name=_kept]").value = fresh.querySelector("[name=_kept]").value;
      return;
    }
    for (const [from, to] of swaps) swap(to, from, first);
    scroller.scrollTop = scrollTop;
  }
}

export const savedChoice = new SavedChoice();

/** A list that was alone has a header to be seen once there is another one. */
function headsToSwap(view, fresh) {
  return [...view.querySelectorAll(".value-list-head:has(> h3.hidden)")].flatMap((head) => {
    const drawn = fresh.getElementById(head.firstElementChild.id)?.parentElement;
    return drawn && !head.contains(document.activeElement) ? [[head, document.importNode(drawn, true)]] : [];
  });
}

function swap(from, to, first) {
  if (to) (from ?? first).before(to);
  if (to) own(to);
  if (!from) return;
  disown(from);
  from.remove();
}
