#if SQLite
import CSQLite
import Glibc
import Localization
import Support

/// Searches for terms in the rows that a statement scans: each term must be within one of the row's texts, ignoring case and accents,
/// in any of its spellings, as in a file's table.
final class RowSearch {
  /// The name of the SQL function, which takes a row's texts.
  static let functionName = "formcells_finds"
  /// Separates the texts of a row; it is below any folded byte, so that no match can extend over texts.
  private static let textEnd: UInt8 = 0x1F

  /// The spellings of each term; each ends with a zero byte.
  private var terms: [[[UInt8]]] = []
  /// The folded texts of a row; the memory is kept for the next row.
  private var folded: [UInt8] = []
  /// The number of rows found since the search began.
  private(set) var count = 0

  func begin(_ terms: [SearchTerm]) {
    self.terms = terms.map { $0.spellings.map { $0 + [0] } }
    count = 0
  }

  /// - Parameter texts: the first is the value; a row without a value is not an option.
  func finds(_ texts: UnsafeBufferPointer<OpaquePointer?>) -> Bool {
    folded.removeAll(keepingCapacity: true)
    for index in texts.indices {
      let text = Self.bytes(of: texts[index])
      if text.isEmpty, index == 0 { return false }
      append(text)
      folded.append(Self.textEnd)
    }
    folded.append(0)
    guard terms.allSatisfy({ $0.contains(where: holds) }) else { return false }
    count += 1
    return true
  }

  private func append(_ text: UnsafeBufferPointer<UInt8>) {
    if Folding.isASCII(text) {
      Folding.append(text, to: &folded)
    } else {
      // Repairs bytes that are not UTF-8.
      String(decoding: text, as: UTF8.self).withBytes { _ = Folding.appendSearched($0, to: &folded) }
    }
  }

  private func holds(_ word: [UInt8]) -> Bool {
    folded.withUnsafeBytes { folded in
      word.withUnsafeBytes { word in
        guard let folded = folded.baseAddress, let word = word.baseAddress else { return false }
        return strstr(folded.assumingMemoryBound(to: CChar.self), word.assumingMemoryBound(to: CChar.self)) != nil
      }
    }
  }

  /// The bytes of a value; empty for NULL.
  private static func bytes(of value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    guard let text = sqlite3_value_text(value) else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
  }
}
#endif
