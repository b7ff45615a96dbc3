extension FuzzTarget {
  static let all =
    [canary] + wire + fields + bodies + [json] + optionFiles + carried + entries + definitions + publicFiles + packed
    + visits + kept + stores + timeZones
}
