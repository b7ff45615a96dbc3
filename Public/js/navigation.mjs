// One history entry for each view, as without scripts: opening adds one, and closing goes back to the one before.

const pathOf = (url) => { const { pathname, search } = new URL(url, location.href); return pathname + search; };

/** The page's address, without a fragment. */
let shown = pathOf(location.href);
let onArrival = null;
/** Called where the visitor goes back from a step that was made ahead; null: none was. */
let onBack = null;

/** The address of the page in front, without its origin. */
export const pathShown = () => shown;

/** The draft that an address names; null: none. */
export const draftOf = (url) => new URL(url, location.href).searchParams.get("draft");

/** An address with the name of a draft; null: as it is. */
export function withDraft(url, draft) {
  if (draft === null) return url;
  const named = new URL(url, location.href);
  named.searchParams.set("draft", draft);
  return named.href;
}

/** Gives the page in front another address, without a step of the history. */
export function moveTo(url) {
  const path = pathOf(url);
  if (path === shown) return;
  shown = path;
  history.replaceState(history.state, "", path + location.hash);
}

/** Makes a step of the history for a view whose answer is still to come, so that Back leaves the view. */
export function stepAhead(onLeft) {
  history.pushState({ from: shown }, "");
  onBack = onLeft;
}

/** Takes that step back: the view does not come, or its answer tells its address, and what the form's is. */
export async function takeStepBack() {
  if (!onBack) return;
  onBack = null;
  await goBack();
}

/** Settled once the address bar says so. */
const goBack = () => new Promise((resolve) => {
  onArrival = resolve;
  history.back();
});

/** Follows an answer that came from `url`; settled once the address bar says so. */
export async function follow(url) {
  const path = pathOf(url);
  if (path === shown) return;
  const from = shown;
  shown = path;
  if (history.state?.from === path) await goBack();
  else history.pushState({ from }, "", path);
}

/**
 * Calls `show` after the visitor went back or forward, now too where they have left `path`, the address of the page in front.
 * A change of the fragment alone does not count.
 */
export function watchHistory(path, show) {
  shown = path;
  const onMove = () => {
    if (onArrival) {
      onArrival();
      onArrival = null;
      return;
    }
    const now = pathOf(location.href);
    const left = onBack;
    onBack = null;
    if (now === shown) {
      left?.();
      return;
    }
    shown = now;
    show(now);
  };
  addEventListener("popstate", onMove);
  onMove();
}
