// @ts-check

// Sends the width of the window to the server by a cookie, and watches it while a view is open.
// The classes are Material's: compact below 600, medium below 840 CSS pixels, expanded from there.

// The script is served from assets/js below the site's mount path; the cookie applies only to the site's pages.
const siteFolder = new URL("../../", new URL(document.head.dataset.script, location.href)).pathname;
const widths = [matchMedia("(width >= 600px)"), matchMedia("(width >= 840px)")];

function tellViewport() {
  const name = ["compact", "medium", "expanded"][widths.filter((width) => width.matches).length];
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `viewport=${name}; path=${siteFolder}; max-age=31536000; samesite=lax${secure}`;
  document.documentElement.dataset.viewport = name;
  for (const dialog of document.querySelectorAll("dialog[data-presentation]")) {
    dialog.dataset.presentation = name === "compact" ? "sheet" : "dialog";
  }
}

/** Updates the cookie and the page for the width of the window, now and whenever its class changes. */
export function followViewport() {
  tellViewport();
  for (const width of widths) width.addEventListener("change", tellViewport);
}
