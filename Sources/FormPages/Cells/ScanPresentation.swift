import FormCells

/// The scan action beside a text field (TI18), the same for every visitor.
final class ScanPresentation: Sendable {
  let photoID: String
  let photoName: String
  let photoLabel: String
  /// The announcement after a script has read a code by the camera.
  let codeRead: String
  let severalCodes: String

  init(_ cell: Cell, label: String, _ words: Words) {
    photoID = "\(cell.id)_photo"
    photoName = PageField.photo(of: cell.id)
    photoLabel = words.scan.photoOfCode(label)
    codeRead = words.scan.read(label, isFirstOfSeveral: false)
    severalCodes = words.scan.read(label, isFirstOfSeveral: true)
  }
}
