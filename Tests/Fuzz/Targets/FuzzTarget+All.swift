extension FuzzTarget {
  static let all =
    [canary] + wire + fields + bodies + [json] + optionFiles + hiddenFieldValue + reading + typedInput + expressions
    + definitions + publicFiles
    + packed
    + links + visits + kept + stores + timeZones
}
