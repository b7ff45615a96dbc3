/** Milliseconds from a finger's lifting until its click has come. */
const clickDelay = 50;
let lifted = Promise.resolve();
addEventListener("pointerdown", () => {
  lifted = new Promise((resolve) => {
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, () => setTimeout(resolve, clickDelay), { capture: true, once: true });
    }
  });
}, { capture: true });

/** Settled while nothing is being pressed: a page that changes would move the button from under the finger. */
export const isLifted = () => lifted;
