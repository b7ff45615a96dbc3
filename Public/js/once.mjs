/** The result of `load`, which is called once, and again only after it has failed. */
export function once(load) {
  let coming;
  return () => coming ??= load().catch((error) => {
    coming = undefined;
    throw error;
  });
}
