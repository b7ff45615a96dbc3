import Support

/// ISO 4217: the currencies in use (list one, 2025) and the decimals of their minor units.
package enum CurrencyUnits {
  /// Decimals of the minor unit: 2 for USD, 0 for JPY, 3 for KWD; `nil` for an unknown currency. Codes are in upper case.
  package static func decimals(of code: String) -> Int? { table[code] }

  /// The codes of all currencies, in alphabetical order.
  package static let codes = table.keys.sorted()

  private static let table: [String: Int] = {
    var table: [String: Int] = [:]
    for (decimals, codes) in byDecimals {
      for code in codes.pieces(at: " ") { table[String(code)] = decimals }
    }
    return table
  }()

  private static let byDecimals = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
    (
      2,
      """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW \
      CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR \
      ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV \
      MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD \
      SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
      """
    ),
  ]
}

/// Where an amount's currency symbol is.
public enum CurrencySymbol: String, Sendable, CaseIterable {
  /// Where the locale puts it.
  case locale
  /// Before the amount, after it, or not shown.
  case leading, trailing, none
}
