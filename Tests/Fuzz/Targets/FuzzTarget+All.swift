extension FuzzTarget {
  static let all =
    [canary] + wire + fields + bodies + [json] + optionFiles + hiddenFieldValue + entries + typedEntries + expressions
    + definitions + publicFiles
    + packed
    + visits + kept + stores + timeZones
}
