/// How the renderer reaches a slot's value, with the view's type erased to a pointer.
///
/// Erasing here keeps the compiler and the renderer free of generics: one program, whatever the views.
@usableFromInline
enum Access: Sendable {
  case text(Writer)
  case optionalText(Writer, isPresent: Test)
  case url(Writer)
  case optionalURL(Writer, isPresent: Test)
  case flag(Test)
  case list(Visitor, isPresent: Test, Schema.Reference)
  case view(Visitor, isPresent: Test, Schema.Reference)
  case fragments(Content, isPresent: Test)
}

extension Access {
  /// The kind in words, for diagnostics.
  var kind: String {
    switch self {
    case .text: "a text slot"
    case .optionalText: "an optional text slot"
    case .url: "a URL slot"
    case .optionalURL: "an optional URL slot"
    case .flag: "a flag slot"
    case .list: "a list slot"
    case .view: "a view slot"
    case .fragments: "a fragment slot"
    }
  }

  var fixed: Access {
    switch self {
    case .text(let writer): .text(writer.fixed)
    case .optionalText(let writer, let test): .optionalText(writer.fixed, isPresent: test.fixed)
    case .url(let writer): .url(writer.fixed)
    case .optionalURL(let writer, let test): .optionalURL(writer.fixed, isPresent: test.fixed)
    case .flag(let test): .flag(test.fixed)
    case .view(let visitor, let test, let schema): .view(visitor.fixed, isPresent: test.fixed, schema)
    case .list, .fragments: self
    }
  }

  /// Whether an optional value is there is fixed, and a flag; lists, views and fragments are asked each time.
  var withFixedPresence: Access {
    switch self {
    case .optionalText(let writer, let test): .optionalText(writer, isPresent: test.fixed)
    case .optionalURL(let writer, let test): .optionalURL(writer, isPresent: test.fixed)
    case .flag(let test): .flag(test.fixed)
    case .text, .url, .list, .view, .fragments: self
    }
  }

  /// The test of `t:if`; nil where the value is always there.
  var test: Test? {
    switch self {
    case .text, .url: nil
    case .flag(let test): test
    case .optionalText(_, let test), .optionalURL(_, let test), .list(_, let test, _), .view(_, let test, _),
      .fragments(_, let test):
      test
    }
  }
}
