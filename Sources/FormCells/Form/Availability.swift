package import Localization
import Support

/// When a form can be sent, and how many times: `opens`, `closes`, `grace`, `limit`.
package struct Availability: Sendable, Equatable {
  /// A day or a time, as the clocks in the form's time zone show it.
  package enum Bound: Sendable, Equatable {
    case day(CalendarDate)
    case time(LocalDateTime)
  }

  package enum State: Sendable, Equatable {
    case open
    /// Not open yet.
    case opens(Bound)
    case closed(Bound)
    /// The maximum number of submissions was reached.
    case full
    /// Only those who have an invitation can send it.
    case uninvited
    /// The invitation was already used.
    case invitationUsed
    /// The invitation was revoked.
    case invitationRevoked
  }

  package var opens: Bound?
  /// When it closes; a day counts to its end.
  package var closes: Bound?
  /// How long a visitor who began before the form closed can still send it.
  package var graceMinutes = Self.usualGraceMinutes
  /// The maximum number of submissions.
  package var limit: Int?
  package var access = Access.open

  /// Who can send a form.
  package enum Access: String, Sendable, CaseIterable {
    /// Everybody.
    case open
    /// Only those with a link of `formcells invite`, each once.
    case invited
  }

  package static let usualGraceMinutes = 30

  package init() {}

  /// - Parameters:
  ///   - now: seconds since 1970, like all moments here.
  ///   - begun: when the visitor began.
  ///   - count: the number of submissions so far.
  package func state(at now: Int, begun: Int, count: Int, in zone: TimeZone) -> State {
    if let opens, now < opens.start(in: zone) { return .opens(opens) }
    if let closes {
      let end = closes.end(in: zone)
      if now >= end, begun >= end || now >= end + 60 * graceMinutes { return .closed(closes) }
    }
    if let limit, count >= limit { return .full }
    return .open
  }
}

extension Availability.Bound: CustomStringConvertible {
  /// As definitions write it.
  package var description: String {
    switch self {
    case .day(let day): "\(day)"
    case .time(let time): "\(time)"
    }
  }

  /// `nil` if it is neither a day nor a time.
  init?(_ text: String) {
    if let day = CalendarDate(parsing: text) {
      self = .day(day)
    } else if let time = LocalDateTime(parsing: text) {
      self = .time(time)
    } else {
      return nil
    }
  }

  private var startMinutes: Int {
    switch self {
    case .day(let day): day.daysSince1970 * 24 * 60
    case .time(let time): time.minutes
    }
  }

  /// When it ends.
  private var endMinutes: Int { if case .day = self { startMinutes + 24 * 60 } else { startMinutes } }

  /// Seconds since 1970. If the clocks show the time twice, the first one.
  func start(in zone: TimeZone) -> Int { zone.seconds(ofLocalMinutes: startMinutes).lowerBound }

  /// The end of a day, or the time, in seconds since 1970. If the clocks show the time twice, the second one.
  package func end(in zone: TimeZone) -> Int { zone.seconds(ofLocalMinutes: endMinutes).upperBound }

  /// For people: a day, or a time with the name of its zone.
  package func text(in dates: DateFormat, zone: TimeZone) -> String {
    switch self {
    case .day(let day): dates.text(day)
    case .time: LocalTime(start(in: zone), in: zone)?.text(in: dates) ?? description
    }
  }

  package var day: CalendarDate {
    switch self {
    case .day(let day): day
    case .time(let time): time.day
    }
  }
}

extension FormDecoder {
  func availability(_ reader: ObjectReader) -> Availability {
    var availability = Availability()
    availability.opens = bound("opens", from: reader)
    availability.closes = bound("closes", from: reader)
    if let grace = grace(reader) { availability.graceMinutes = grace }
    availability.limit = reader.count("limit")
    availability.access = reader.choice("access", Availability.Access.self) ?? .open
    if let opens = availability.opens, let closes = availability.closes,
      opens.start(in: .utc) >= closes.end(in: .utc)
    {
      reader.add(
        .minimumOverMaximum, key: "closes",
        message: "“opens” \(opens) is not before “closes” \(closes); change one of them")
    }
    return availability
  }

  private func bound(_ key: String, from reader: ObjectReader) -> Availability.Bound? {
    guard let text = reader.string(key, expected: "a day or a time, such as “2099-12-31” or “2099-12-31T18:00”,")
    else { return nil }
    if let bound = Availability.Bound(text) { return bound }
    reader.add(
      .badValue, key: key,
      message:
        "“\(text)” is not a day or a time; write YYYY-MM-DD or YYYY-MM-DDTHH:MM, as the clocks of the form's “timeZone” show it"
    )
    return nil
  }

  /// How long after sending answers can be changed, in minutes; `nil` if they cannot.
  /// - Parameter retentionDays: the days after which they are erased.
  func changeMinutes(_ reader: ObjectReader, retentionDays: Int?) -> Int? {
    guard let text = reader.string("change", expected: "a duration such as “P14D” or “PT2H”") else { return nil }
    guard let minutes = TypedDuration.program(text), Availability.changeRange ~= minutes else {
      reader.add(
        .badValue, key: "change",
        message: "“\(text)” is not a duration of one minute to ten years, such as “P14D” or “PT2H”")
      return nil
    }
    if let days = retentionDays, minutes > days * 24 * 60 {
      reader.add(
        .minimumOverMaximum, key: "change",
        message:
          "answers are erased after \(days) day\(days == 1 ? "" : "s") (“retention”), so they cannot be changed for “\(text)”; change one of them"
      )
    }
    return minutes
  }

  /// In minutes.
  private func grace(_ reader: ObjectReader) -> Int? {
    guard let node = reader["grace"] else { return nil }
    switch node.content {
    case .number(let digits): if let minutes = Int(digits), Availability.graceRange ~= minutes { return minutes }
    case .string(let text):
      if let minutes = TypedDuration.program(text), Availability.graceRange ~= minutes { return minutes }
    case .null, .bool, .array, .object:
      return wrongType(node, at: reader.path(of: "grace"), expected: "a duration such as “PT30M”, or minutes,")
    }
    reader.add(
      .badValue, key: "grace",
      message:
        "a duration of at most \(Availability.graceRange.upperBound / 60 / 24) days is expected, such as “PT30M”, or whole minutes"
    )
    return nil
  }
}

extension Availability {
  private static let graceDays = 7
  fileprivate static let changeRange = 1...3650 * 24 * 60
  fileprivate static let graceRange = 0...graceDays * 24 * 60
  /// The limits that a form can have: its submissions are counted one by one.
  static let limitRange = 1...1_000_000

  private static let bound = Shape.matching(
    "^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}(T([01][0-9]|2[0-3]):[0-5][0-9])?$")

  static let keys = [
    Key(
      "opens", bound,
      "From when on it can be filled in: YYYY-MM-DD, or YYYY-MM-DDTHH:MM, as the clocks of its time zone show it."),
    Key("closes", bound, "Until when it can be sent: a day to its end, or a time."),
    Key(
      "grace", .either(.count(graceRange), .matching("^P")), needs: .key("closes"),
      "How long those who began before it closed can still send it: a duration, or minutes; PT30M if left out."),
    Key("limit", .count(limitRange), "How many submissions it accepts."),
    Key(
      "access", .choice(Access.self),
      "open: everybody can send it (the default). invited: those who have a link of formcells invite, each once."),
  ]
}
