/** A module whose file is loaded when the first element needs it. */
export const lazily = (load) => class {
  constructor(element) {
    load().then(
      (found) => { this.module = new found.default(element); },
      // The network is away, or the file is broken: the plain page goes on.
      reportError);
  }

  update() { this.module?.update?.(); }
};
