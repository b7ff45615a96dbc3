@testable import Options

extension OptionTable {
  static func numbered(_ count: Int, disabled: Set<Int> = []) -> OptionTable {
    OptionTable(options: (0..<count).map { Option(value: "v\($0)", isDisabled: disabled.contains($0)) })
  }
}
