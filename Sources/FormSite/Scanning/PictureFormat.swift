/// The kinds of pictures that are read, recognised by their first bytes. The decoder is told this kind, whatever the file's
/// name says, and tries no other: an image library can be made to open more than pictures.
enum PictureFormat: String, CaseIterable {
  case jpeg, png, gif, webp, bmp

  init?(of bytes: [UInt8]) {
    func begins(_ signature: [UInt8?]) -> Bool {
      bytes.count > signature.count && zip(bytes, signature).allSatisfy { $1 == nil || $0 == $1 }
    }
    if begins([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if begins(Array("GIF8".utf8)) {
      self = .gif
    } else if begins(Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)) {
      self = .webp
    } else if begins(Array("BM".utf8)) {
      self = .bmp
    } else {
      return nil
    }
  }
}
