import Templates

/// A template's root around `content`.
func document(_ content: String, attributes: String = "") -> [UInt8] {
  Array("<t:template xmlns:t=\"urn:formcells:template\"\(attributes)>\(content)</t:template>".utf8)
}

/// A library of templates in memory, by name.
func library(_ contents: [String: String]) -> TemplateLibrary {
  TemplateLibrary(
    files: contents.sorted { $0.key < $1.key }.map { ($0.key, "Templates/\($0.key).html", document($0.value)) })
}

/// One template compiled, or its errors thrown.
func compile<V: View>(_ content: String, for type: V.Type) throws -> Template<V> {
  var templates = library(["page": content])
  let template = templates.template("page", for: type)
  try templates.finish()
  return template
}

extension Template {
  func text(_ view: V) -> String {
    String(decoding: render(view), as: UTF8.self)
  }
}
