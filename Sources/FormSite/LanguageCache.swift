import FormCells
import FormPages
import HTTPMessage
import Synchronization

/// In which words and numbers a visitor is answered. Browsers send the same few `Accept-Language` fields over and over;
/// reading one costs more than a quarter of a page, so the answers are kept.
final class LanguageCache: Sendable {
  struct Choice: Sendable {
    let words: Words
    let numbers: NumberFormat
  }

  private struct Key: Hashable {
    let accepted: String?
    let locale: LanguageTag
  }

  /// Answers held. Where strangers send more different fields than that, the cache begins anew.
  private static let limit = 512
  /// Bytes of a field that is kept; longer ones are rare and read each time.
  private static let fieldLimitBytes = 256

  private let choices = Mutex<[Key: Choice]>([:])

  /// - Parameters:
  ///   - accepted: the `Accept-Language` field (RFC 9110 §12.5.4).
  ///   - locale: the form's.
  func choice(_ accepted: String?, locale: LanguageTag) -> Choice {
    guard (accepted?.utf8.count ?? 0) <= Self.fieldLimitBytes else { return Self.read(accepted, locale) }
    return choices.withLock { choices in
      let key = Key(accepted: accepted, locale: locale)
      if let choice = choices[key] { return choice }
      let choice = Self.read(accepted, locale)
      if choices.count >= Self.limit { choices.removeAll() }
      choices[key] = choice
      return choice
    }
  }

  private static func read(_ accepted: String?, _ locale: LanguageTag) -> Choice {
    let tags = accepted.map { AcceptList($0).accepted.map(LanguageTag.init(stringLiteral:)) } ?? []
    return Choice(
      words: Words.preferred(by: tags, locale: locale),
      numbers: .of(Words.numberLocale(preferring: tags, locale: locale)))
  }
}
