// What a visitor meets in the page: evaluated there by every engine, with the page's own scripts on or off. What is hidden,
// inert or behind a modal dialog is not met. The answer goes out as JSON.
(query) => {
  // A page that is just coming has nothing yet.
  if (!document.body) return "null";
  const byTag = {
    A: "link", BUTTON: "button", DIALOG: "dialog", H1: "heading", H2: "heading", H3: "heading", MAIN: "main",
    SECTION: "region", TEXTAREA: "textbox",
  };
  const byType = { checkbox: "checkbox", radio: "radio", search: "searchbox", hidden: null };
  const roleOf = (element) => element.getAttribute("role")
    ?? (element.nodeName === "INPUT" ? (element.type in byType ? byType[element.type] : "textbox") : byTag[element.nodeName]);

  // The name, as far as these pages need it: by reference, by attribute, by label, by content.
  // What is in the line goes on with the word, everything else begins a new one.
  const spoken = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
    if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute("aria-hidden") === "true") return "";
    const text = [...node.childNodes].map(spoken).join("");
    return getComputedStyle(node).display === "inline" ? text : ` ${text} `;
  };
  const tidy = (text) => text.replace(/\s+/g, " ").trim();
  const byReference = (element, attribute) => tidy(
    (element.getAttribute(attribute) ?? "").split(" ").filter(Boolean)
      // What a page refers to may be just coming.
      .map((id) => document.getElementById(id)).filter(Boolean).map(spoken).join(" "));
  const nameOf = (element) => byReference(element, "aria-labelledby") || element.getAttribute("aria-label")
    || tidy([...(element.labels ?? [])].map(spoken).join(" "))
    || (element.nodeName === "FIELDSET" ? tidy([...element.querySelectorAll(":scope > legend")].map(spoken).join(" ")) : "")
    || (/^(textbox|searchbox|dialog|region|group)$/.test(roleOf(element)) ? "" : tidy(spoken(element)));

  const front = [...document.querySelectorAll("dialog:modal")].pop();
  // A view whose rows are still to come is not met yet.
  const isMet = (element) => !front?.hasAttribute("data-late") && element.checkVisibility({ visibilityProperty: true })
    && !element.closest("[inert], [aria-hidden=true]") && (!front || front.contains(element));

  // What moves of itself, or moves with what is around it.
  const moves = (element) => document.getAnimations().some(
    ({ effect, playState, timeline }) => playState === "running" && timeline === document.timeline
      && !effect.pseudoElement && effect.target !== document.documentElement && effect.target.contains(element));

  // Where one would press it, and whether it is what is in front there.
  const aim = (element) => {
    const target = element.labels?.length && /^(checkbox|radio)$/.test(element.type) ? element.labels[0] : element;
    // The middle of what is in view of its first box, where WebDriver presses an element.
    const look = () => {
      const box = target.getClientRects()[0] ?? target.getBoundingClientRect();
      const middle = (start, end, size) => Math.floor((Math.max(0, start) + Math.min(size, end)) / 2);
      const x = middle(box.left, box.right, innerWidth);
      const y = middle(box.top, box.bottom, innerHeight);
      const there = document.elementFromPoint(x, y);
      return { x, y, isClear: there !== null && (target.contains(there) || element.contains(there)) && !moves(target), there };
    };
    let place = look();
    const isScrolled = !place.isClear;
    if (isScrolled) {
      target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      place = look();
    }
    // It is at rest if it is where it was some frames ago; an animation that shows nothing tells that frames have passed.
    // More of them where the page was scrolled: Firefox scrolls back to the caret some frames after something was typed.
    const { x, y, isClear } = place;
    const last = document.lastAim;
    const isSame = last?.element === element && last.x === x && last.y === y;
    if (!isSame) {
      // What has come where the pressed one was has to be seen first: until then, a press is the second of a double one.
      const before = last?.element === element ? last.before : last && { element: last.element, x: last.x, y: last.y };
      const isUnseen = before && !before.element.isConnected && Math.hypot(before.x - x, before.y - y) < 50;
      const frames = document.documentElement.animate([], isUnseen ? 250 : isScrolled ? 150 : 1);
      document.lastAim = { element, target, x, y, before, frames };
    }
    const isResting = isSame && last.frames.playState === "finished";
    const there = isClear ? "" : place.there?.outerHTML.slice(0, 120) ?? "nothing";
    return { x, y, isClear: isClear && isResting, there };
  };

  const factsOf = (element) => {
    const box = element.getBoundingClientRect();
    const state = element.getAttribute("aria-checked") ?? element.getAttribute("aria-pressed");
    return {
      role: roleOf(element), name: nameOf(element), value: element.value ?? null,
      description: byReference(element, "aria-describedby"),
      checked: state === null ? element.checked ?? null : state === "true",
      isDisabled: element.matches(":disabled"), isInvalid: element.getAttribute("aria-invalid") === "true",
      isFocused: element === document.activeElement, opens: element.getAttribute("aria-haspopup"),
      x: box.x, y: box.y, width: box.width, height: box.height,
    };
  };

  if (query.page) {
    const focused = document.activeElement;
    return JSON.stringify({
      // When the document began: another document has another time.
      moment: performance.timeOrigin, isComplete: document.readyState === "complete",
      title: document.title, url: location.href, entries: history.length,
      focus: focused && focused !== document.body ? [roleOf(focused) ?? null, nameOf(focused)] : null,
      width: innerWidth, height: innerHeight, sideways: document.documentElement.scrollWidth - innerWidth,
      viewport: document.documentElement.dataset.viewport, text: tidy(document.body.innerText),
    });
  }
  const isNamed = (element, { role, name, starts }) => roleOf(element) === role
    && (name == null || (starts ? nameOf(element).startsWith(name) : nameOf(element) === name));
  const any = "a[href], button, dialog, h1, h2, h3, input, main, section, textarea, [role]";
  const isWithin = (element) => {
    if (!query.within) return true;
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (isNamed(around, { role: query.within[0], name: query.within[1] })) return true;
    }
    return false;
  };
  // By selector: what only a pointer meets.
  const met = query.selector
    ? [...document.querySelectorAll(query.selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }))
    : [...document.querySelectorAll(any)].filter(
      (element) => isNamed(element, query) && isMet(element) && isWithin(element));
  return JSON.stringify(met.map((element, index) => ({ ...factsOf(element), ...(query.aim && index === 0 ? aim(element) : {}) })));
}
