import { announce } from "../announce.mjs";

/**
 * Reads a code by the camera where the browser can (features TI20 to TI22). Where it cannot, or may not, the Scan button asks
 * for a photo, which the server reads as soon as it is chosen.
 */
export default class Scan {
  constructor(element) {
    this.element = element;
    this.photo = element.querySelector("input");
    this.button = element.querySelector("button");
    this.field = element.closest(".cell").querySelector(".field");
    this.hasCamera = "BarcodeDetector" in window && Boolean(navigator.mediaDevices?.getUserMedia);
    this.photo.addEventListener("change", () => {
      if (this.photo.files.length > 0) this.button.form.requestSubmit(this.button);
    });
    this.button.addEventListener("click", (event) => {
      // A photo that was chosen and did not get through is sent again.
      if (this.photo.files.length > 0) return;
      event.preventDefault();
      this.message?.remove();
      if (this.hasCamera) this.look();
      else this.photo.click();
    });
    // What the last post of the page was about; a press that waits for its turn has sent nothing yet.
    addEventListener("formdata", ({ formData }) => { this.isSent = formData.get("_scan") === this.button.value; });
  }

  /** The server has read the photo, or said why not: another one can be chosen, also the same. */
  update() {
    if (this.isSent) this.photo.value = "";
    this.isSent = false;
  }

  /** Shows what the camera sees until there is a code in it, or the visitor has enough. */
  async look() {
    const { dialog, video } = this.open();
    let stream;
    let codes = [];
    try {
      const detector = new BarcodeDetector();
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      await video.play();
      while (dialog.open && codes.length === 0) {
        codes = (await detector.detect(video)).filter((code) => code.rawValue);
        await new Promise(requestAnimationFrame);
      }
    } catch {
      // No camera, no permission, or nothing that reads codes after all. Who has closed it needs no reason.
      if (dialog.open) this.refuse();
    }
    for (const track of stream?.getTracks() ?? []) track.stop();
    const isDone = dialog.open;
    dialog.close();
    dialog.remove();
    if (isDone && codes.length > 0) this.take(codes);
  }

  open() {
    const dialog = document.createElement("dialog");
    dialog.className = "scanner";
    dialog.dataset.kept = "";
    dialog.setAttribute("aria-label", this.button.textContent.trim());
    const video = document.createElement("video");
    video.muted = true;
    video.playsInline = true;
    const hint = document.createElement("p");
    hint.textContent = this.element.dataset.hint;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "secondary";
    close.textContent = this.element.dataset.close;
    close.addEventListener("click", () => dialog.close());
    addEventListener("popstate", () => dialog.close(), { once: true });
    dialog.append(video, hint, close);
    document.body.append(dialog);
    dialog.showModal();
    return { dialog, video };
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
