extension Problem {
  /// For whoever writes a definition; visitors read the pages' own words.
  var sentence: String {
    func list(_ values: [String]) -> String { values.map { "“\($0)”" }.joined(separator: ", ") }
    return switch self {
    case .missing: "it is empty"
    case .tooLong(let limit, let count): "it has \(count) characters; the limit is \(limit)"
    case .tooShort(let limit, let count): "it has \(count) characters; at least \(limit) are needed"
    case .tooManyBytes(let limit): "it has more than \(limit) bytes"
    case .nullCharacter: "it has a NUL character"
    case .lostPassword: "it was lost"
    case .pattern: "it does not match the pattern"
    case .format(.email): "it is no e-mail address"
    case .format(.url): "it is no absolute http or https address"
    case .format: "it is no telephone number"
    case .notANumber: "it is no such number"
    case .ambiguous(let readings): "it can be read as \(readings.joined(separator: " or "))"
    case .otherCurrency(let code): "it is an amount in \(code)"
    case .tooManyDigits(let limit): "it has more than \(limit) digits"
    case .tooManyDecimals(let limit): "it has more than \(limit) decimals"
    case .belowMinimum(let bound): "it is below the minimum \(bound)"
    case .aboveMaximum(let bound): "it is above the maximum \(bound)"
    case .tooFew(let minimum, let count): "it chooses \(count); at least \(minimum) are needed"
    case .tooMany(let maximum, let count): "it chooses \(count); the limit is \(maximum)"
    case .unknownOptions(let values), .noLongerAvailable(let values): "\(list(values)) is not among the options"
    case .disabledOptions(let values): "\(list(values)) is disabled"
    case .notADate: "it is no day YYYY-MM-DD"
    case .beforeMinimum(let bound): "it is before \(bound)"
    case .afterMaximum(let bound): "it is after \(bound)"
    }
  }
}
