public import Support

/// A submission on its way to where it is kept.
public struct SubmissionRecord: Sendable {
  /// 32 lower-case hexadecimal digits, made of the content: the same filled-in form sent again has the same.
  public let id: String
  /// The form's id.
  public let form: String
  /// A digest of the form's definition.
  public let version: String
  /// When it arrived: RFC 3339 in UTC, with milliseconds.
  public let time: String
  /// The submission as a JSON object, in UTF-8 and without a line end. All of the above stands in it too.
  public let line: [UInt8]
  /// The form's definition as `version` was made of it: JSON in UTF-8, without what tells nothing of the form. It says what
  /// the values mean when the form is another one. Nil: whoever brings the submission has none.
  public let definition: [UInt8]?
  /// The visitor as the host has told the site of them; nil: it has told nothing.
  public let visitor: VisitorContext?

  /// - Parameters: the properties of these names; for tests of a sink.
  public init(
    id: String, form: String, version: String, time: String, line: [UInt8], definition: [UInt8]? = nil,
    visitor: VisitorContext? = nil
  ) {
    self.id = id
    self.form = form
    self.version = version
    self.time = time
    self.line = line
    self.definition = definition
    self.visitor = visitor
  }
}

extension SubmissionRecord {
  /// Its values, an object of cell id and value, read from the line each time; null where a line holds none.
  public var values: JSONValue {
    do throws(JSONError) { return try JSONReader.document(line).value["values"] ?? .null } catch { return .null }
  }

  /// The value of one cell; nil where there is none: it was hidden or disabled.
  public subscript(cell: String) -> JSONValue? { values[cell] }
}
