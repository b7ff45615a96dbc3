/** Shows the row of a single choice, where it is further down in a view that has opened. */
export function showChosen() {
  const view = document.querySelector("#_view:modal");
  const row = view?.querySelector(".row:has([type=radio]:checked), .row[aria-pressed=true]");
  if (!row) return;
  const { bottom } = row.getBoundingClientRect();
  const foot = view.querySelector(".view-foot")?.getBoundingClientRect().top ?? innerHeight;
  const end = Math.min(foot, view.querySelector(".view-body").getBoundingClientRect().bottom, innerHeight);
  if (bottom > end) row.scrollIntoView({ block: "center", behavior: "instant" });
}
