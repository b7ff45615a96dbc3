extension FuzzTarget {
  static let all =
    [canary] + wire + fields + bodies + [json] + optionFiles + hiddenFieldValue + entries + definitions + publicFiles
    + packed
    + visits + kept + stores + timeZones
}
