// @ts-check

// One history entry for each view, as without scripts: opening adds one, and closing goes back to the one before. A level of a
// tree adds one too; closing skips all of them. Each entry stores the earlier addresses to which a press may lead back, and a mark that
// the tab's memory keeps its input (`unsaved.mjs`).

/**
 * An address without its origin and its fragment.
 * @param {string} url
 */
export const pathOf = (url) => { const { pathname, search } = new URL(url, location.href); return pathname + search; };

/**
 * The draft that an address names; `null` if there is none.
 * @param {string} url
 */
export const draftOf = (url) => new URL(url, location.href).searchParams.get("draft");

/**
 * The level of a tree that an address names; `null` if there is none, or for the top level.
 * @param {string} url
 */
export const levelOf = (url) => new URL(url, location.href).searchParams.get("in");

/**
 * An address with the name of a draft; with `null`, the address unchanged.
 * @param {string} url
 * @param {string|null} draft
 */
export function withDraft(url, draft) {
  if (draft === null) return url;
  const named = new URL(url, location.href);
  named.searchParams.set("draft", draft);
  return named.href;
}

/**
 * The draft to which a page belongs, judged by its form's action; `null` if the page is blank, or has no form.
 * @param {Document} page
 */
export function draftIn(page) {
  const action = page.querySelector("form.form")?.getAttribute("action");
  return action ? draftOf(action) : null;
}

/**
 * The level of a tree that the view of a page shows; `null` if there is none, or for the top level.
 * @param {Document} page
 */
export function levelIn(page) {
  const action = page.querySelector("form.form")?.getAttribute("action");
  return action ? levelOf(action) : null;
}

/** Milliseconds that a step back may take. */
const stepPatience = 5000;

class Navigation {
  /** The address of the current page, without its origin and without a fragment. */
  path = pathOf(location.href);
  /** The address of the page from which the current form came: while another page is loading, it differs from `path`. */
  shown = this.path;
  /** @type {((value?: unknown) => void)|null} */
  onArrival = null;
  /**
   * Called when the visitor goes back from a step that was added in advance; `null` if there is none.
   * @type {(() => void)|null}
   */
  onBack = null;
  /**
   * What waits for the current step back.
   * @type {(() => void)[]}
   */
  waiting = [];

  /**
   * Calls `show` after the visitor went back or forward, and now if they have already left `path`, the address of the current page.
   * A change of only the fragment does not count.
   * @param {string} path
   * @param {(path: string) => void} show
   */
  start(path, show) {
    this.path = this.shown = path;
    const onMove = () => {
      if (this.onArrival) {
        this.endStep();
        return;
      }
      const now = pathOf(location.href);
      const left = this.onBack;
      this.onBack = null;
      if (now === this.path) {
        left?.();
        return;
      }
      this.path = now;
      show(now);
    };
    addEventListener("popstate", onMove);
    // A page that was left by a link meanwhile and is shown again from the browser's memory: the step was dropped.
    addEventListener("pageshow", ({ persisted }) => { if (persisted && this.onArrival) onMove(); });
    onMove();
  }

  /**
   * Gives the current page another address, without a history entry.
   * @param {string} url
   */
  moveTo(url) {
    const path = pathOf(url);
    if (path === this.path) return;
    this.path = this.shown = path;
    history.replaceState(history.state, "", path + location.hash);
  }

  /**
   * Adds a history entry for a view whose answer is still to come, so that Back leaves the view.
   * @param {() => void} onLeft
   */
  stepAhead(onLeft) {
    history.pushState({ isKept: true, trail: [this.path] }, "");
    this.onBack = onLeft;
  }

  /** Removes that entry, because the view does not come, or its answer brings its own address and that of the form. */
  async takeStepBack() {
    if (this.onBack) this.goBack();
    this.onBack = null;
    await this.arrive();
  }

  /**
   * Follows an answer that came from `url`; settled once the address bar has that address.
   * @param {string} url
   */
  async follow(url) {
    const path = pathOf(url);
    if (path === this.path) return;
    const from = this.path;
    this.path = path;
    const trail = history.state?.trail ?? [];
    const place = trail.lastIndexOf(path);
    if (place >= 0) await this.goBack(trail.length - place);
    else history.pushState({ isKept: true, trail: levelOf(path) ? [...trail, from] : [from] }, "", path);
  }

  /** Goes back; settled once the address bar shows it. */
  goBack(steps = 1) {
    return new Promise((resolve) => {
      this.afterSteps(() => {
        this.onArrival = resolve;
        history.go(-steps);
        // A browser without such a step does not report anything.
        setTimeout(() => { if (this.onArrival === resolve) this.endStep(); }, stepPatience);
      });
    });
  }

  endStep() {
    this.onArrival?.();
    this.onArrival = null;
    while (!this.onArrival && this.waiting.length > 0) this.waiting.shift()?.();
  }

  /**
   * Calls `act` once no step back is running: at once, or in turn.
   * @param {() => void} act
   */
  afterSteps(act) {
    if (this.onArrival) this.waiting.push(act);
    else act();
  }

  /** Settled once the address bar has the address of the current page. */
  arrive() { return /** @type {Promise<void>} */ (new Promise((resolve) => { this.afterSteps(resolve); })); }
}

export const navigation = new Navigation();
