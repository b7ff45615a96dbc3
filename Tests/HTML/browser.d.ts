// What TypeScript's description of browsers lacks: newer interfaces, and which element a selector finds. The pages' markup
// says that, which no type can know, so what is found has any type.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  closest(selectors: string): any;
  role: string | null;
  checkVisibility(): boolean;
}

interface Node {
  cloneNode(deep?: boolean): any;
  moveBefore?(child: Node, before: Node | null): void;
}

interface Document {
  getElementById(id: string): any;
  readonly activeElement: any;
}

interface DocumentEventMap {
  "failed": CustomEvent;
  "saved": CustomEvent;
}

interface UIEvent {
  readonly target: any;
}

interface SubmitEvent {
  readonly target: any;
}

interface HTMLHeadElement {
  readonly dataset: any;
}

interface HTMLElement {
  popover: string | null;
  showPopover(): void;
}

interface Navigator {
  readonly connection?: { readonly saveData: boolean };
}

interface ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

interface RequestInit {
  priority?: "high" | "low" | "auto";
}

interface Array<T> {
  findLast(predicate: (value: T, index: number) => boolean): T | undefined;
  findLastIndex(predicate: (value: T, index: number) => boolean): number;
}

declare var scheduler: { yield?(): Promise<void> } | undefined;
declare class BarcodeDetector { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>; }
declare class OffscreenCanvas {
  constructor(width: number, height: number);
  readonly width: number;
  readonly height: number;
  getContext(kind: "2d"): CanvasRenderingContext2D;
  convertToBlob(options: { type: string, quality: number }): Promise<Blob>;
}
