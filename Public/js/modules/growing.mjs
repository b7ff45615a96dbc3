import { beforePaint } from "../frame.mjs";

/** A text area that grows with its text where the browser does not do it by itself (TI35, TI36). Style sheets
    say how high it gets. */
export class Growing {
  constructor(area) {
    if (CSS.supports("field-sizing", "content") || area.readOnly) return;
    this.area = area;
    area.addEventListener("input", () => this.grow());
    this.update();
  }

  update() { if (this.area) beforePaint(() => this.grow()); }

  grow() {
    const { area } = this;
    const style = getComputedStyle(area);
    const line = parseFloat(style.lineHeight);
    const frame = area.offsetHeight - area.clientHeight;
    const padding = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    area.style.height = "auto";
    area.rows = Number(area.dataset.minLines);
    const most = Number(area.dataset.maxLines) * line + padding;
    area.style.height = `${Math.min(area.scrollHeight, most) + frame}px`;
  }
}
