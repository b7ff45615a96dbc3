import { announce } from "../announce.mjs";

/**
 * A press of Scan reads a code by the camera where the browser can (features TI20 to TI22). Where it cannot, or may not, it asks
 * for a photo, which the server reads as soon as it is chosen.
 */
export class Scan {
  constructor(element) {
    this.element = element;
    this.photo = element.querySelector("input");
    this.button = element.querySelector("button");
    this.field = element.closest(".cell").querySelector(".field");
    this.hasCamera = "BarcodeDetector" in window && Boolean(navigator.mediaDevices?.getUserMedia);
    this.photo.addEventListener("change", () => {
      if (this.photo.files.length > 0) this.button.form.requestSubmit(this.button);
    });
    // Before the post is taken over: also of a press that was made before this was there.
    addEventListener("submit", (event) => this.press(event), { capture: true });
    // What the last post of the page was about; a press that waits for its turn has sent nothing yet.
    addEventListener("formdata", ({ formData }) => { this.isSent = formData.get("_scan") === this.button.value; });
  }

  /** The server has read the photo, or said why not: another one can be chosen, also the same. */
  update() {
    if (this.isSent) this.photo.value = "";
    this.isSent = false;
  }

  press(event) {
    // A photo that was chosen and did not get through is sent again.
    if (event.submitter !== this.button || this.photo.files.length > 0) return;
    event.preventDefault();
    this.message?.remove();
    if (this.hasCamera) this.look();
    else this.photo.click();
  }

  async look() {
    try {
      const { default: Camera } = await import("./camera.mjs");
      const codes = await new Camera(this.button.textContent.trim(), this.element.dataset).look();
      if (codes.length > 0) this.take(codes);
    } catch {
      // No camera, no permission, or nothing that reads codes after all.
      this.refuse();
    }
  }

  /** Without the characters that no keyboard types: separators inside of some codes. */
  take([code, ...others]) {
    const { field } = this;
    field.value = code.rawValue.replace(/\p{Cc}/gu, "");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
    announce(others.length > 0 ? this.element.dataset.several : this.element.dataset.read);
  }

  refuse() {
    this.hasCamera = false;
    this.message = document.createElement("p");
    this.message.className = "error";
    this.message.role = "alert";
    this.message.dataset.kept = "";
    this.message.textContent = this.element.dataset.refused;
    this.element.append(this.message);
  }
}
