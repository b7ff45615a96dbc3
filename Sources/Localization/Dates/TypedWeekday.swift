/// The day of the week that is written after a day in East Asia: `2026年1月2日(金)`, `2026年1月2日金曜日`, `2026년 1월 2일 (금)`,
/// `2026年1月2日星期五`.
struct TypedWeekday {
  /// The text before the day of the week; the whole text if there is none.
  let day: String
  /// The day of the week, 0 (Monday) to 6; `nil` if there is none.
  let number: Int?

  init(_ typed: String) {
    var text = Substring(typed)
    func drop(_ endings: [String]) -> Bool {
      guard let ending = endings.first(where: { text.hasSuffix($0) }) else { return false }
      text = text.dropLast(ending.count)
      return true
    }
    func dropBlanks() { text = text.dropLast(text.reversed().prefix(while: \.isWhitespace).count) }
    dropBlanks()
    let isBracketed = drop([")", "）"])
    let hasWord = drop(["曜日", "曜", "요일"])
    let number = text.last.flatMap { last in Self.names.lazy.compactMap { $0.firstIndex(of: last) }.first }
    text = text.dropLast()
    let isNamed = drop(["星期", "周", "週"])
    guard let number, isBracketed ? drop(["(", "（"]) : hasWord || isNamed else {
      (day, self.number) = (typed, nil)
      return
    }
    dropBlanks()
    (day, self.number) = (String(text), number)
  }

  private static let names: [[Character]] = [Array("月火水木金土日"), Array("월화수목금토일"), Array("一二三四五六天")]
}
