extension CalendarDate {
  /// The day of the week; 0 is Monday.
  package var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }
}

extension LanguageTag {
  /// The day on which weeks begin, 0 is Monday (CLDR, `weekData`): in the tag's region, or else in the region where most speakers of
  /// the language live.
  package var firstWeekday: Int {
    let region = region ?? Self.mainRegions[language] ?? ""
    if Self.sundayRegions.contains(region) { return 6 }
    if Self.saturdayRegions.contains(region) { return 5 }
    return 0
  }

  private static let mainRegions = [
    "am": "ET", "ar": "EG", "bn": "BD", "en": "US", "fa": "IR", "gu": "IN", "he": "IL", "hi": "IN", "id": "ID",
    "ja": "JP", "km": "KH", "kn": "IN", "ko": "KR", "lo": "LA", "ml": "IN", "mr": "IN", "my": "MM", "ne": "NP",
    "pa": "IN", "ps": "AF", "pt": "BR", "ta": "IN", "te": "IN", "th": "TH", "ur": "PK", "zu": "ZA",
  ]

  private static let sundayRegions: Set<String> = [
    "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU", "HK", "HN", "ID", "IL",
    "IN", "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM", "MO", "MT", "MX", "MZ", "NI", "NP", "PA", "PE", "PH", "PK",
    "PR", "PT", "PY", "SA", "SG", "SV", "TH", "TT", "TW", "UM", "US", "VE", "VI", "WS", "YE", "ZA", "ZW",
  ]

  private static let saturdayRegions: Set<String> = [
    "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
  ]
}
