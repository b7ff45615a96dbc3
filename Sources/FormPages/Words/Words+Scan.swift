/// The words of the scan action (TI18 to TI23).
extension Words {
  public var scan: String { "Scan" }
  /// Names the file input, which has no label that is seen.
  public func photoOfCode(for label: String) -> String { "Photo of the code for \(label)" }

  public func scanned(_ label: String, isFirstOfSeveral: Bool) -> String {
    isFirstOfSeveral
      ? "\(label): the picture shows several codes. The first was read: check it."
      : "\(label): the code was read. Check it."
  }

  /// Where the camera is looked through.
  public var scanHint: String { "Hold the code in front of the camera." }
  public var cameraRefused: String {
    "The camera cannot be used. Press Scan again to take or choose a photo, or type the value."
  }
  public var noPhoto: String { "Take or choose a photo of the code, then press Scan." }
  public var noCode: String {
    "No barcode or QR code was found in the picture. Take it from closer, straight on, or type the value."
  }
  public var noPicture: String {
    "The file is no picture that can be read. Take a photo, choose a JPEG or PNG file, or type the value."
  }
  public func pictureTooLarge(limitBytes: Int) -> String {
    "The picture is larger than \(size(limitBytes)). Take a smaller one, or type the value."
  }
  public var scanTookTooLong: String {
    "Reading the picture took too long. Take it from closer, straight on, or type the value."
  }
  public var scanBusy: String { "Other pictures are being read just now. Try again in a moment, or type the value." }
  public var scanFailed: String { "The picture could not be read. Try another one, or type the value." }

  /// "8 MB", for people: in the next smaller unit where it is no whole number of them.
  public func size(_ bytes: Int) -> String {
    if bytes >= 1 << 20, bytes.isMultiple(of: 1 << 20) { return "\(bytes >> 20) MB" }
    return bytes >= 1 << 10 ? "\(bytes >> 10) KB" : "\(bytes) bytes"
  }
}
