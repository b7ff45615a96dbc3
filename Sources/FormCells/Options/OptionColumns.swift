/// Which columns of a source file (keys, in JSON) hold what (contract, "source").
public struct OptionColumns: Sendable, Equatable {
  public var value: String
  public var label: String
  public var description: String?
  public var footnote: String?
  public var status: String?
  public var image: String?
  /// Groups the options into value lists, in order of first appearance.
  public var list: String?

  public init(
    value: String = "value", label: String = "label", description: String? = nil, footnote: String? = nil,
    status: String? = nil, image: String? = nil, list: String? = nil
  ) {
    self.value = value
    self.label = label
    self.description = description
    self.footnote = footnote
    self.status = status
    self.image = image
    self.list = list
  }
}
