// What TypeScript's types for browsers lack: newer interfaces, and the type of an element that a selector finds. That depends on the
// page's markup, which no type can know, so found elements have the type `any`.

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
  "change": FieldEvent;
  "input": FieldEvent;
  "failed": CustomEvent;
  "saved": CustomEvent;
}

interface UIEvent {
  readonly target: any;
}

interface SubmitEvent {
  readonly target: any;
}

interface FormDataEvent {
  readonly target: any;
}

/** An `InputEvent` from a field that is typed into, except for events that scripts dispatch. */
interface FieldEvent extends Event {
  readonly target: any;
  readonly inputType?: string;
  readonly isComposing?: boolean;
}

interface HTMLElementEventMap {
  "change": FieldEvent;
  "input": FieldEvent;
}

interface WindowEventMap {
  "change": FieldEvent;
  "input": FieldEvent;
}

interface HTMLFormElement {
  // All forms of the site have an address to post to, except the form of a view without the server, for which no script reads it.
  getAttribute(name: "action"): string;
  getAttribute(name: string): string | null;
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
  findLast(predicate: (value: T, index: number) => unknown): T | undefined;
  findLastIndex(predicate: (value: T, index: number) => unknown): number;
}

interface ExtendableEvent extends Event {
  waitUntil(settled: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface ServiceWorkerEventMap {
  "install": ExtendableEvent;
  "activate": ExtendableEvent;
  "fetch": FetchEvent;
  "sync": SyncEvent;
}

/** The type of `self` in a service worker. The checker has types for service workers or for pages, not for both. */
interface ServiceWorkerScope {
  /** A constant that the server writes before the script. */
  readonly build: { files: string[] } & import("../../Public/js/offline/page-cache.mjs").Settings;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  readonly navigator: Navigator;
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof ServiceWorkerEventMap>(name: K, listener: (event: ServiceWorkerEventMap[K]) => void): void;
}

declare namespace Intl {
  interface NumberFormatOptions {
    numberingSystem?: string;
  }
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
