package import Localization

/// Texts of a table's rows in further languages: a file's columns such as `label@de`.
struct OptionTranslations: Sendable {
  /// The kind of text and the language of a column.
  struct Name: Sendable, Equatable {
    let field: OptionField
    let language: LanguageTag
  }

  private let names: [Name]
  private let columns: [StoredColumn]
  let languages: [LanguageTag]

  /// `nil` if there are no such columns.
  init?(_ names: [Name], columns: [TextColumn]) {
    if names.isEmpty { return nil }
    self.names = names
    self.columns = columns.map { StoredColumn($0) }
    languages = Array(Set(names.map(\.language))).sorted()
  }

  func deallocate() { for column in columns { column.deallocate() } }

  /// The columns to read for these languages, the best first.
  private func columns(of field: OptionField, in wanted: [LanguageTag]) -> [StoredColumn] {
    wanted.compactMap { language in
      language.match(among: languages).flatMap { match in
        names.firstIndex(of: Name(field: field, language: match)).map { columns[$0] }
      }
    }
  }

  /// The columns to search for these languages, besides those of the file's own language.
  func searchedColumns(in wanted: [LanguageTag]) -> [StoredColumn] {
    columns(of: .label, in: wanted) + columns(of: .description, in: wanted)
  }

  /// A name for the columns that these languages use.
  func variant(in wanted: [LanguageTag]) -> String {
    wanted.compactMap { $0.match(among: languages)?.description }.joined(separator: ",")
  }

  /// The row's text in the first of these languages that it has; `nil` if only the file's own language has one.
  func text(_ field: OptionField, at row: Int, in wanted: [LanguageTag]) -> UnsafeBufferPointer<UInt8>? {
    columns(of: field, in: wanted).first { $0.has(row) }.map { $0[row] }
  }
}

extension OptionTranslations.Name {
  /// `nil` if the column is not one such as `label@de` for a text of one of `targets`.
  /// - Throws: if its language is refused.
  init?(_ column: String, of targets: [(name: String, target: OptionTarget)]) throws(LanguageTag.Refusal) {
    guard let mark = column.lastIndex(of: "@"),
      let field = targets.lazy.compactMap({ name, target -> OptionField? in
        guard case .field(let field) = target, name == column[..<mark] else { return nil }
        return [.label, .description, .footnote, .status].contains(field) ? field : nil
      }).first
    else { return nil }
    self.field = field
    language = try LanguageTag(checking: String(column[column.index(after: mark)...]))
  }
}

/// A column of a database with texts in a further language.
package struct TranslatedColumn: Sendable {
  package let column: String
  package let field: OptionField
  package let language: LanguageTag
}

extension OptionColumns {
  /// Those of a table's columns that are named like `label@de`.
  /// - Throws: if the language of one is refused.
  package func translations(among names: [String]) throws(OptionFileErrors) -> [TranslatedColumn] {
    var columns: [TranslatedColumn] = []
    for column in names {
      do throws(LanguageTag.Refusal) {
        guard let name = try OptionTranslations.Name(column, of: targets) else { continue }
        columns.append(TranslatedColumn(column: column, field: name.field, language: name.language))
      } catch { throw OptionFileErrors([OptionFileError(.unknownLanguage(column, error.message), path: "")]) }
    }
    return columns
  }
}

extension OptionTable {
  /// The languages of the rows' texts besides the file's own one.
  package var translatedLanguages: [LanguageTag] { translations?.languages ?? [] }

  /// A text of a row in one of these languages; `nil` if it is not translated.
  func translation(_ field: OptionField, at row: Int, in languages: [LanguageTag]) -> String? {
    translations?.text(field, at: row, in: languages).map { String(decoding: $0, as: UTF8.self) }
  }
}
