// Finds the elements that a visitor can reach. Every engine evaluates this in the page, with the page's own scripts on or off. Elements
// that are hidden, inert or behind a modal dialog are not found. The result is JSON.
(query) => {
  // A page that has just started loading has no body yet.
  if (!document.body) return "null";
  const byTag = {
    A: "link", BUTTON: "button", DIALOG: "dialog", H1: "heading", H2: "heading", H3: "heading", MAIN: "main",
    SECTION: "region", TEXTAREA: "textbox",
  };
  const byType = { checkbox: "checkbox", radio: "radio", search: "searchbox", hidden: null };
  const roleOf = (element) => element.getAttribute("role")
    ?? (element.nodeName === "INPUT" ? (element.type in byType ? byType[element.type] : "textbox") : byTag[element.nodeName]);

  // The part of the accessible name computation that these pages need: by reference, attribute, label, or content.
  // Inline elements continue a word; other elements start a new one.
  const spoken = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
    if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute("aria-hidden") === "true") return "";
    const text = [...node.childNodes].map(spoken).join("");
    return getComputedStyle(node).display === "inline" ? text : ` ${text} `;
  };
  const tidy = (text) => text.replace(/\s+/g, " ").trim();
  const byReference = (element, attribute) => tidy(
    (element.getAttribute(attribute) ?? "").split(" ").filter(Boolean)
      // The referenced element may not have loaded yet.
      .map((id) => document.getElementById(id)).filter(Boolean).map(spoken).join(" "));
  const nameOf = (element) => byReference(element, "aria-labelledby") || element.getAttribute("aria-label")
    || tidy([...(element.labels ?? [])].map(spoken).join(" "))
    || (element.nodeName === "FIELDSET" ? tidy([...element.querySelectorAll(":scope > legend")].map(spoken).join(" ")) : "")
    || (/^(textbox|searchbox|dialog|region|group)$/.test(roleOf(element)) ? "" : tidy(spoken(element)));

  const front = [...document.querySelectorAll("dialog:modal")].pop();
  // A view whose rows are still to come cannot be used yet.
  const isMet = (element) => !front?.hasAttribute("data-late") && element.checkVisibility({ visibilityProperty: true })
    && !element.closest("[inert], [aria-hidden=true]") && (!front || front.contains(element));

  // Whether the element or an ancestor of it is being animated.
  const moves = (element) => document.getAnimations().some(
    ({ effect, playState, timeline }) => playState === "running" && timeline === document.timeline
      && !effect.pseudoElement && effect.target !== document.documentElement && effect.target.contains(element));

  // The point at which to press the element, and whether the element is in front there and has stopped moving.
  const aim = (element) => {
    const target = element.labels?.length && /^(checkbox|radio)$/.test(element.type) ? element.labels[0] : element;
    // The middle of the visible part of its first box, where WebDriver presses an element.
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
    // It has stopped moving if it is at the same place as some frames ago; an invisible animation measures the frames.
    // After scrolling more frames are needed, because Firefox scrolls back to the caret some frames after typing.
    const { x, y, isClear } = place;
    const last = document.lastAim;
    const isSame = last?.element === element && last.x === x && last.y === y;
    if (!isSame) {
      // An element that replaces a pressed one at the same place needs time to be seen; a press before counts as a double-click.
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
      // The document's start time, which identifies the document.
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
  // A selector finds elements that only a pointer can reach.
  const met = query.selector
    ? [...document.querySelectorAll(query.selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }))
    : [...document.querySelectorAll(any)].filter(
      (element) => isNamed(element, query) && isMet(element) && isWithin(element));
  return JSON.stringify(met.map((element, index) => ({ ...factsOf(element), ...(query.aim && index === 0 ? aim(element) : {}) })));
}
