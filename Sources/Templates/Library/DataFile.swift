/// A file among the templates that is none, such as the words of a language.
package struct DataFile: Sendable {
  let source: SourceFile

  /// Without its ending.
  package var name: String { source.name }
  package var bytes: [UInt8] { source.bytes }
}
