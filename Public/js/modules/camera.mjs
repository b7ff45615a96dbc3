// @ts-check

/** A small dialog with the camera's picture. It closes as soon as it sees a code, or by its button. */
export default class Camera {
  /**
   * @param {string} name the name of the dialog.
   * @param {{ hint: string, close: string }} words its text and its button.
   */
  constructor(name, words) {
    this.dialog = document.createElement("dialog");
    this.dialog.className = "scanner";
    this.dialog.dataset.kept = "";
    this.dialog.setAttribute("aria-label", name);
    this.video = document.createElement("video");
    this.video.muted = true;
    this.video.playsInline = true;
    const hint = document.createElement("p");
    hint.textContent = words.hint;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "secondary";
    close.textContent = words.close;
    close.addEventListener("click", () => this.dialog.close());
    addEventListener("popstate", () => this.dialog.close(), { once: true });
    this.dialog.append(this.video, hint, close);
  }

  /**
   * Returns the codes that were seen; none if the visitor has closed the dialog.
   * @throws if there is no camera, or it may not be used.
   */
  async look() {
    const { dialog, video } = this;
    let stream;
    /** @type {{ rawValue: string }[]} */
    let codes = [];
    document.body.append(dialog);
    dialog.showModal();
    try {
      const detector = new BarcodeDetector();
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      await video.play();
      while (dialog.open && codes.length === 0) {
        codes = (await detector.detect(video)).filter((code) => code.rawValue);
        await new Promise(requestAnimationFrame);
      }
    } catch (error) {
      // The visitor has closed the dialog, so no message is needed.
      if (dialog.open) throw error;
    } finally {
      for (const track of stream?.getTracks() ?? []) track.stop();
      if (!dialog.open) codes = [];
      dialog.close();
      dialog.remove();
    }
    return codes;
  }
}
