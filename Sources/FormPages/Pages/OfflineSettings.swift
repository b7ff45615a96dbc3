package import Support

/// The settings of the scripts that cache and queue forms in a browser (`Public/js/offline`).
package struct OfflineSettings: Sendable {
  /// The lifetime of a session in seconds.
  private let lifetime: Int

  package init(lifetime: Int) { self.lifetime = lifetime }

  /// As JSON, with the names of the fields that the scripts look for.
  package var members: [JSONValue.Member] {
    let secrets: [PageField] = [.invitation, .saved, .changes]
    return [
      .init("lifetime", .number("\(lifetime)")), .init("filling", .string(PageField.filling.rawValue)),
      .init("version", .string(PageField.version.rawValue)), .init("seal", .string(PageField.seal.rawValue)),
      .init("secrets", .array(secrets.map { .string($0.rawValue) })),
    ]
  }

  var text: String { String(decoding: JSONValue.object(members).compactBytes, as: UTF8.self) }
}
