// What has gone from the page is seen to leave.

const isMotionless = matchMedia("(prefers-reduced-motion: reduce)");
/** Rows above which a copy would take longer than a frame. */
const rowLimit = 200;

/** Watches a dialog through a change of the page; what it answers is called after the change. */
export function watchExit(dialog) {
  const top = dialog?.scrollTop;
  const bodyTop = dialog?.querySelector(".view-body")?.scrollTop;
  return () => {
    // A sheet may have been dragged away.
    if (!dialog || dialog.isConnected || isMotionless.matches || dialog.style.getPropertyValue("--gone") === "1") return;
    if (dialog.querySelectorAll(".row").length > rowLimit || !HTMLElement.prototype.showPopover) return;
    const copy = document.createElement("div");
    for (const { name, value } of dialog.attributes) if (/^(class|style|data-)/.test(name)) copy.setAttribute(name, value);
    copy.append(...[...dialog.childNodes].map((child) => child.cloneNode(true)));
    for (const element of copy.querySelectorAll("*")) {
      for (const name of element.getAttributeNames()) {
        if (/^(id|name|data-module|aria-.*)$/.test(name) && !/^aria-(pressed|checked)$/.test(name)) element.removeAttribute(name);
      }
    }
    copy.classList.add("leaving");
    copy.dataset.kept = "";
    copy.inert = true;
    copy.popover = "manual";
    document.body.append(copy);
    copy.showPopover();
    copy.scrollTop = top;
    const body = copy.querySelector(".view-body");
    if (body) body.scrollTop = bodyTop;
    Promise.allSettled(copy.getAnimations().map(({ finished }) => finished)).then(() => copy.remove());
  };
}
