/// A file that libxml2 found well-formed, as a tree.
struct ParsedTemplate: Sendable {
  let source: SourceFile
  let root: Element
}
