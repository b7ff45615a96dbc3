/** A button that prints the page. Without scripts it does not show: the browser's own menu prints as well. */
export class Print {
  constructor(button) {
    this.button = button;
    button.addEventListener("click", () => print());
    this.update();
  }

  update() { this.button.hidden = false; }
}
