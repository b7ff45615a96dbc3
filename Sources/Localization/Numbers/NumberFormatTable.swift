import Support

/// The locales with known formats. Read at first use; a locale's format is made when it is first needed.
final class NumberFormatTable: Sendable {
  static let shared = NumberFormatTable()

  let sharedSymbols: [String: String]
  private let lines: [Substring: Substring]
  /// The formats made so far, at most one per line.
  private let made = Lock<[Substring: NumberFormat]>([:])
  /// What may be typed for each currency, longest first. Made on demand, as only reading typed amounts needs it.
  private let signs: Lazy<[String: [[Unicode.Scalar]]]>

  private init() {
    let sharedSymbols = Self.symbols(Self.sharedSymbols[...])
    let lines = Dictionary(
      Self.lines.pieces(at: "\n").map { (Substring($0.utf8.prefix { $0 != UInt8(ascii: "|") }), $0) },
      uniquingKeysWith: { first, _ in first })
    (self.sharedSymbols, self.lines) = (sharedSymbols, lines)
    signs = Lazy {
      let own = lines.values.map { $0.pieces(at: "|", keepsEmpty: true).last ?? "" }
      return Self.signs([sharedSymbols] + own.map(Self.symbols))
    }
  }

  /// The tags that have a line and begin with this text, in order.
  func tags(beginning start: String = "") -> [String] {
    lines.keys.filter { $0.utf8.starts(with: start.utf8) }.map(String.init).sorted()
  }

  /// The digit zero of the locale with this tag, without making its format; `nil` if it has no line.
  func zero(of tag: String) -> Unicode.Scalar? {
    guard let line = lines[tag[...]], let bar = line.utf8.firstIndex(of: UInt8(ascii: "|")) else { return nil }
    return line.unicodeScalars[line.utf8.index(after: bar)]
  }

  func format(of locale: LanguageTag) -> NumberFormat {
    for candidate in locale.formatCandidates {
      if let line = lines[candidate[...]] { return format(of: candidate[...], line: line) }
    }
    return format(of: "en", line: lines["en"] ?? "")
  }

  private func format(of tag: Substring, line: Substring) -> NumberFormat {
    made.withLock { made in
      if let format = made[tag] { return format }
      guard let format = NumberFormat(line) else { preconditionFailure("the table of number formats is damaged") }
      made[tag] = format
      return format
    }
  }

  /// Reads `USD=$ EUR=€`; symbols do not contain a plain space.
  static func symbols(_ list: Substring) -> [String: String] {
    var symbols: [String: String] = [:]
    for entry in list.unicodeScalars.split(separator: " ") {
      symbols[String(entry.prefix(3))] = String(entry.dropFirst(4))
    }
    return symbols
  }

  /// The texts that may be typed with an amount in this currency, longest first: its code, its names, its symbols in all locales (a
  /// visitor may write "kr" or "zł" in an English form), and the bare sign of "CA$".
  func signs(of currency: String) -> [[Unicode.Scalar]] { signs.value[currency] ?? [TypedNumber.visible(currency)] }

  /// The code of the first other currency that has one of these words, in lower case, as its code, name or symbol, unless the word also
  /// belongs to this currency.
  func currency(in words: [String], otherThan currency: String) -> String? {
    func isOf(_ code: String, word: String) -> Bool {
      signs(of: code).contains { String(String.UnicodeScalarView($0)).lowercased() == word }
    }
    // A single letter may be a unit: the "k" of "1.5k".
    return words.lazy.filter { ($0.utf8.count > 1 || $0 == "$") && !isOf(currency, word: $0) }
      .compactMap { word in
        let codes = CurrencyUnits.codes
        return codes.first { self.sharedSymbols[$0]?.lowercased() == word } ?? codes.first { isOf($0, word: word) }
      }.first
  }

  private static func signs(_ lists: some Sequence<[String: String]>) -> [String: [[Unicode.Scalar]]] {
    var found: [String: Set<String>] = [:]
    for code in CurrencyUnits.codes { found[code] = [code] }
    for list in lists {
      for (code, symbol) in list {
        found[code, default: []].formUnion([
          symbol, String(symbol.unicodeScalars.filter { $0.properties.generalCategory == .currencySymbol }),
        ])
      }
    }
    for line in names.pieces(at: "\n") {
      let names = line.pieces(at: ";").map { String($0).trimmed }
      found[names.first ?? "", default: []].formUnion(names)
    }
    return found.mapValues { signs in
      let visible = Set(signs.map { TypedNumber.visible($0) })
      // The last point of an abbreviation is often left out.
      let pointless = visible.filter { $0.last == "." }.map { Array($0.dropLast()) }
      return visible.union(pointless).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }
  }
}

extension NumberFormatTable {
  /// Everyday words for a currency besides its code and its symbols, in the languages of the pages and those of the country:
  /// names, abbreviations with and without a point, signs of other widths. One line per currency, its code first.
  static let names = """
    AED; Dh; Dhs; Dhs.; dirham; dirhams; درهم; درهما; درهمًا; دراهم
    ARS; peso; pesos
    AUD; AU$; dollar; dollars
    BHD; BD; B.D.; دينار; دينارا; دينارًا; دنانير; dinar; dinars
    BRL; R$; real; reais
    CAD; C$; dollar; dollars; $CA
    CHF; Fr; Fr.; SFr; SFr.; Franken; Schweizer Franken; franc; francs; franco; franchi
    CLP; peso; pesos
    CNY; RMB; ￥; 元; 块; 圆; 人民币; yuan; Yuan Renminbi; renminbi
    COP; peso; pesos
    CZK; Kc; koruna; korun; koruny; Kronen
    DKK; kr; kr.; krone; kroner; Kronen
    DOP; RD$; peso; pesos
    DZD; DA; D.A.; دينار; دينارا; دينارًا; دنانير; dinar; dinars
    EGP; LE; L.E.; E£; £E; جنيه; جنيها; جنيهًا; جنيهات; ج.م; pound; pounds; livre; livres
    EUR; Eur.; euro; euros; avro; यूरो; ユーロ; 欧元; 歐元; 유로; يورو; אירו; יורו
    GBP; ￡; pound; pounds; quid; Pfund; livre; livres; libra; libras; sterlina; sterline
    HKD; HK$; dollar; dollars; 元; 港元; 港幣
    HUF; Ft.; forint; forintot
    IDR; Rp.; rupiah
    ILS; NIS; N.I.S.; ש״ח; ש"ח; שח; שקל; שקלים; shekel; shekels
    INR; Rs; Rs.; Re; Re.; rupee; rupees; ₨; रु; रु.; रुपये; रुपए; रुपया
    IQD; دينار; دينارا; دينارًا; دنانير; dinar; dinars
    ISK; kr; kr.; króna; krónur; krona; kronur; Kronen
    JOD; JD; J.D.; دينار; دينارا; دينارًا; دنانير; dinar; dinars
    JPY; ￥; 円; 圓; yen; えん; 日元; 日圓; 엔
    KES; KSh; Ksh.; shilling; shillings
    KRW; ￦; 원; won; 韩元
    KWD; KD; K.D.; د.ك; دينار; دينارا; دينارًا; دنانير; dinar; dinars
    LBP; LL; L.L.; ليرة; ليرات; pound; pounds; livre; livres
    LKR; Rs; Rs.; rupee; rupees
    MAD; Dh; Dhs; Dhs.; dirham; dirhams; درهم; درهما; درهمًا; دراهم
    MUR; Rs; Rs.; rupee; rupees; roupie; roupies
    MXN; MX$; M$; peso; pesos; M.N.
    NGN; ₦; naira
    NOK; kr; kr.; krone; kroner; Kronen
    NPR; Rs; Rs.; rupee; rupees; रु; रु.; रुपैयाँ
    NZD; NZ$; dollar; dollars
    OMR; R.O.; RO; ريال; ريالا; ريالًا; ريالات; rial; rials
    PEN; S/; S/.; sol; soles
    PHP; ₱; peso; pesos; piso
    PKR; Rs; Rs.; rupee; rupees; ₨
    PLN; zl; zł; zł.; złoty; złote; złotych; zloty; zlotych
    QAR; QR; Q.R.; ريال; ريالا; ريالًا; ريالات; riyal; riyals
    RON; lei; leu
    RUB; руб; руб.; р.; рубль; рубля; рублей; rouble; roubles; ruble; rubles; Rubel
    SAR; SR; S.R.; riyal; riyals; ريال; ريالا; ريالًا; ريالات; ر.س
    SEK; kr; kr.; krona; kronor; Kronen
    SGD; S$; dollar; dollars
    TND; DT; D.T.; دينار; دينارا; دينارًا; دنانير; dinar; dinars
    TRY; TL; TL.; lira; Türk lirası
    TWD; NT$; NT; 元; 圓; 新台幣; 新臺幣; dollar; dollars
    UAH; грн; грн.; hryvnia; hryven
    USD; US$; U$S; $US; dollar; dollars; dólar; dólares; dollaro; dollari; dolar; dolary; dolarów; डॉलर; ドル; 美元; 美金; 달러; دولار; دولارا; دولارًا; דולר; דולרים
    UYU; $U; peso; pesos
    VND; đ; đồng; dong; VNĐ
    XAF; FCFA; F CFA; CFA; franc; francs
    XOF; FCFA; F CFA; CFA; franc; francs
    ZAR; R; rand; rands
    """
}
