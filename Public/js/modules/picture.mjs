// @ts-check

/** Bytes up to which a picture is sent unchanged. */
const small = 2_000_000;
/** Pixels of the longer side of a picture that is made smaller, and its quality. */
const longerSide = 2560;
const quality = 0.85;
/** Bytes at the beginning of a file that show whether it is animated. */
const head = 4096;
const types = ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"];

/**
 * A large picture made smaller, upright as its camera held it; the same file if that is not useful or not possible.
 * @param {File} file
 * @param {string} accept what the cell accepts, as its field says it; empty: anything.
 * @returns {Promise<File>}
 */
export async function smaller(file, accept) {
  if (file.size <= small || !types.includes(file.type) || !acceptsJPEG(accept)) return file;
  try {
    if (await isAnimated(file)) return file;
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longerSide / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    const context = canvas.getContext("2d");
    if (!context) return file;
    // JPEG has no transparency: the background becomes white.
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await canvas.convertToBlob({ type: "image/jpeg", quality });
    if (drawn.size >= file.size || drawn.type !== "image/jpeg") return file;
    return new File([drawn], file.name.replace(/(\.[^.]*)?$/, ".jpg"), { type: drawn.type });
  } catch {
    // The browser cannot read it: it is sent unchanged.
    return file;
  }
}

/** @param {string} accept */
const acceptsJPEG = (accept) => accept === ""
  || accept.split(",").some((each) => ["image/*", "image/jpeg", ".jpg", ".jpeg"].includes(each.trim()));

/**
 * Whether a PNG or WebP is animated (chunks `acTL`, `ANIM`).
 * @param {File} file
 */
async function isAnimated(file) {
  const start = new TextDecoder("latin1").decode(await file.slice(0, head).arrayBuffer());
  return file.type === "image/png" ? start.includes("acTL") : file.type === "image/webp" && start.includes("ANIM");
}
