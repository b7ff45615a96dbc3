/** Asks for more rows as the end of the list comes into sight. The button stays for whoever comes to it by key. */
export class MoreRows {
  /** Rows that are fetched by themselves. From there on the visitor presses the button, or searches. */
  static limit = 500;

  constructor(element) {
    this.element = element;
    this.observer = new IntersectionObserver(([entry]) => this.see(entry.isIntersecting), { rootMargin: "600px" });
    this.observer.observe(element);
  }

  see(isInSight) {
    if (!this.element.isConnected) return;
    // Rows of the list itself are still to come into the page.
    if (this.element.closest("dialog").querySelector("[aria-busy]")) {
      requestAnimationFrame(() => this.update());
      return;
    }
    const button = this.element.querySelector("button");
    const rows = this.element.closest(".value-list").querySelectorAll(".row").length;
    if (isInSight && rows < MoreRows.limit && document.activeElement !== button) button.form.requestSubmit(button);
  }

  /** More rows have come; the end may still be in sight. */
  update() {
    this.observer.disconnect();
    this.observer.observe(this.element);
  }
}
