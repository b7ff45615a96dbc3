// @ts-check

// One history entry for each view, as without scripts: opening adds one, and closing goes back to the one before. A level of a
// tree adds one too; closing passes over them all. Each entry holds the addresses before it that a press may lead back to, and that the
// tab's memory keeps its input (`unsaved.mjs`).

/**
 * An address without its origin and its fragment.
 * @param {string} url
 */
export const pathOf = (url) => { const { pathname, search } = new URL(url, location.href); return pathname + search; };

/**
 * The draft that an address names; null: none.
 * @param {string} url
 */
export const draftOf = (url) => new URL(url, location.href).searchParams.get("draft");

/**
 * The level of a tree that an address names; null: none, or the top one.
 * @param {string} url
 */
export const levelOf = (url) => new URL(url, location.href).searchParams.get("in");

/**
 * An address with the name of a draft; null: as it is.
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
 * The draft that a page belongs to, by what its form posts to; null: it is a blank one, or has no form.
 * @param {Document} page
 */
export function draftIn(page) {
  const action = page.querySelector("form.form")?.getAttribute("action");
  return action ? draftOf(action) : null;
}

/**
 * The level of a tree that the view of a page shows; null: the top one, or none.
 * @param {Document} page
 */
export function levelIn(page) {
  const action = page.querySelector("form.form")?.getAttribute("action");
  return action ? levelOf(action) : null;
}

/** Milliseconds that a step back may take. */
const stepPatience = 5000;

class Navigation {
  /** The address of the page in front, without its origin and without a fragment. */
  path = pathOf(location.href);
  /** The one that the form in front came from: on the way to another page it is there until that has come. */
  shown = this.path;
  /** @type {((value?: unknown) => void)|null} */
  onArrival = null;
  /**
   * Called where the visitor goes back from a step that was made ahead; null: none was.
   * @type {(() => void)|null}
   */
  onBack = null;
  /**
   * What waits for a step back that is under way.
   * @type {(() => void)[]}
   */
  waiting = [];

  /**
   * Calls `show` after the visitor went back or forward, now too where they have left `path`, the address of the page in front.
   * A change of the fragment alone does not count.
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
    // A page that was left by a link meanwhile, and comes from the browser's memory: the step was dropped.
    addEventListener("pageshow", ({ persisted }) => { if (persisted && this.onArrival) onMove(); });
    onMove();
  }

  /**
   * Gives the page in front another address, without a step of the history.
   * @param {string} url
   */
  moveTo(url) {
    const path = pathOf(url);
    if (path === this.path) return;
    this.path = this.shown = path;
    history.replaceState(history.state, "", path + location.hash);
  }

  /**
   * Makes a step of the history for a view whose answer is still to come, so that Back leaves the view.
   * @param {() => void} onLeft
   */
  stepAhead(onLeft) {
    history.pushState({ isKept: true, trail: [this.path] }, "");
    this.onBack = onLeft;
  }

  /** Takes that step back: the view does not come, or its answer tells its address, and what the form's is. */
  async takeStepBack() {
    if (this.onBack) this.goBack();
    this.onBack = null;
    await this.arrive();
  }

  /**
   * Follows an answer that came from `url`; settled once the address bar says so.
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

  /** Settled once the address bar says so. */
  goBack(steps = 1) {
    return new Promise((resolve) => {
      this.afterSteps(() => {
        this.onArrival = resolve;
        history.go(-steps);
        // A browser that has no such step says nothing.
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
   * Calls `act` once no step back is under way: at once, or in turn.
   * @param {() => void} act
   */
  afterSteps(act) {
    if (this.onArrival) this.waiting.push(act);
    else act();
  }

  /** Settled once the address bar is that of the page in front. */
  arrive() { return /** @type {Promise<void>} */ (new Promise((resolve) => { this.afterSteps(resolve); })); }
}

export const navigation = new Navigation();
