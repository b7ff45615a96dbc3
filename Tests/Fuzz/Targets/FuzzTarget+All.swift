extension FuzzTarget {
  static let all =
    [canary] + wire + fields + bodies + [json] + optionFiles + hiddenFieldValue + entries + typedEntries + expressions
    + definitions + publicFiles
    + packed
    + links + visits + kept + stores + timeZones
}
