/// The words of the scan action (TI18 to TI23).
package struct ScanWords: Sendable {
  let action: String
  /// Names the file input, which has no label that is seen.
  let photoOfCode: Phrase
  /// Where the camera is looked through.
  let hint: String
  let cameraRefused: String
  private let read: Phrase
  private let readFirstOfSeveral: Phrase
  package let noPhoto: String
  package let noCode: String
  package let noPicture: String
  /// Takes the size that a picture may have.
  package let pictureTooLarge: Phrase
  package let tookTooLong: String
  package let busy: String
  package let failed: String

  init(_ reader: inout WordReader) {
    action = reader.text("action")
    photoOfCode = reader.phrase("photoOfCode", "label")
    hint = reader.text("hint")
    cameraRefused = reader.text("cameraRefused")
    read = reader.phrase("read", "label")
    readFirstOfSeveral = reader.phrase("readFirstOfSeveral", "label")
    noPhoto = reader.text("noPhoto")
    noCode = reader.text("noCode")
    noPicture = reader.text("noPicture")
    pictureTooLarge = reader.phrase("pictureTooLarge", "size")
    tookTooLong = reader.text("tookTooLong")
    busy = reader.text("busy")
    failed = reader.text("failed")
  }
}

extension ScanWords {
  /// Said once a code was read into the cell of this label.
  package func read(_ label: String, isFirstOfSeveral: Bool) -> String {
    isFirstOfSeveral ? readFirstOfSeveral(label) : read(label)
  }
}
