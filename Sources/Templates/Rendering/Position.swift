/// Where a value stands in the page, which decides how it is escaped.
@usableFromInline
enum Position: UInt8, Sendable {
  /// Element content: `&`, `<`, `>` are escaped.
  case text
  /// Inside a double-quoted attribute: `"` as well.
  case attribute
  /// The beginning of a URL attribute: as an attribute, and the scheme must be a harmless one.
  case url
}
