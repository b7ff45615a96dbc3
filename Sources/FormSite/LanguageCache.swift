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
  private static let fieldByteLimit = 256

  private struct State {
    var words: WordCatalogue
    var choices: [Key: Choice] = [:]
  }

  private let state: Mutex<State>

  init(_ words: WordCatalogue) { state = Mutex(State(words: words)) }

  /// From now on these words are chosen from.
  func replace(_ words: WordCatalogue) { state.withLock { $0 = State(words: words) } }

  /// - Parameters:
  ///   - accepted: the `Accept-Language` field (RFC 9110 §12.5.4).
  ///   - locale: the form's.
  func choice(_ accepted: String?, locale: LanguageTag) -> Choice {
    state.withLock { state in
      guard (accepted?.utf8.count ?? 0) <= Self.fieldByteLimit else {
        return Self.read(accepted, locale, state.words)
      }
      let key = Key(accepted: accepted, locale: locale)
      if let choice = state.choices[key] { return choice }
      let choice = Self.read(accepted, locale, state.words)
      if state.choices.count >= Self.limit { state.choices.removeAll() }
      state.choices[key] = choice
      return choice
    }
  }

  private static func read(_ accepted: String?, _ locale: LanguageTag, _ words: WordCatalogue) -> Choice {
    let tags = accepted.map { AcceptList($0).accepted.map(LanguageTag.init(stringLiteral:)) } ?? []
    return Choice(
      words: words.preferred(by: tags, locale: locale),
      numbers: .of(words.numberLocale(preferring: tags, locale: locale)))
  }
}
