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
