// @ts-check

import { announce } from "../words.mjs";

/**
 * Pressing Scan reads a code with the camera if the browser can do this (TI20 to TI22). If it cannot, or may not, Scan asks
 * for a photo, which the server reads as soon as it is chosen.
 */
export class Scan {
  /** Bytes up to which a photo is sent unchanged, and pixels of the longer side of one that is made smaller. */
  static small = 500_000;
  static side = 1600;

  /** @param {HTMLElement & { dataset: { hint: string, close: string, several: string, read: string, refused: string } }} element */
  constructor(element) {
    this.element = element;
    this.photo = element.querySelector("input");
    this.button = element.querySelector("button");
    this.field = element.closest(".cell").querySelector(".field");
    this.hasCamera = "BarcodeDetector" in window && Boolean(navigator.mediaDevices?.getUserMedia);
    this.photo.addEventListener("change", async () => {
      await this.shrink();
      if (this.photo.files.length > 0) this.button.form.requestSubmit(this.button);
    });
    // In the capturing phase, before the post is handled; this also catches a press made before this module was loaded.
    addEventListener("submit", (event) => this.press(event), { capture: true });
  }

  /** @param {SubmitEvent} event */
  press(event) {
    // The photo did not reach the server: it is sent again.
    if (event.submitter !== this.button || this.photo.files.length > 0) return;
    event.preventDefault();
    this.message?.remove();
    if (this.hasCamera) this.look();
    else this.photo.click();
  }

  /** A phone's photo is larger than a code needs, than a bad network can send, and than a server accepts by default. */
  async shrink() {
    const [file] = this.photo.files;
    if (!file || file.size <= Scan.small) return;
    try {
      const picture = await createImageBitmap(file);
      const scale = Math.min(1, Scan.side / Math.max(picture.width, picture.height));
      const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      const smaller = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
      const files = new DataTransfer();
      files.items.add(new File([smaller], "photo.jpg", { type: smaller.type }));
      if (this.photo.files[0] === file && smaller.size < file.size) this.photo.files = files.files;
    } catch {
      // The browser cannot read the picture: the server tries.
    }
  }

  async look() {
    try {
      const { default: Camera } = await import("./camera.mjs");
      const codes = await new Camera(this.button.textContent.trim(), this.element.dataset).look();
      if (codes.length > 0) this.take(codes);
    } catch {
      // There is no camera, no permission, or no code reader.
      this.refuse();
    }
  }

  /**
   * Uses a code without control characters, which some codes have as separators and no keyboard can type.
   * @param {{ rawValue: string }[]} codes
   */
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
