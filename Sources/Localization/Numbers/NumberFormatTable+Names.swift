extension NumberFormatTable {
  /// Everyday words for a currency beside its code and its symbols, in the languages of the pages and in the country's own:
  /// names, abbreviations with and without a point, signs of other widths. One line a currency, its code first.
  static let names = """
    AED; Dh; Dhs; Dhs.; dirham; dirhams; درهم; درهما; درهمًا; دراهم
    AUD; AU$; dollar; dollars
    BRL; R$; real; reais
    CAD; C$; dollar; dollars; $CA
    CHF; Fr; Fr.; SFr; SFr.; Franken; Schweizer Franken; franc; francs; franco; franchi
    CNY; RMB; ￥; 元; 块; 圆; 人民币; yuan; Yuan Renminbi; renminbi
    CZK; Kc; koruna; korun; koruny; Kronen
    DKK; kr; kr.; krone; kroner; Kronen
    EGP; LE; L.E.; E£; £E; جنيه; جنيها; جنيهًا; جنيهات; ج.م
    EUR; Eur.; euro; euros; avro; यूरो; ユーロ; 欧元; 歐元; 유로; يورو; אירו; יורו
    GBP; ￡; pound; pounds; quid; Pfund; livre; livres; libra; libras; sterlina; sterline
    HKD; HK$; dollar; dollars; 元; 港元; 港幣
    ILS; NIS; N.I.S.; ש״ח; ש"ח; שח; שקל; שקלים; shekel; shekels
    INR; Rs; Rs.; Re; Re.; rupee; rupees; ₨; रु; रु.; रुपये; रुपए; रुपया
    JPY; ￥; 円; 圓; yen; えん; 日元; 日圓; 엔
    KRW; ￦; 원; won; 韩元
    MXN; MX$; M$; peso; pesos; M.N.
    NOK; kr; kr.; krone; kroner; Kronen
    NZD; NZ$; dollar; dollars
    PKR; Rs; Rs.; rupee; rupees; ₨
    PLN; zl; zł; zł.; złoty; złote; złotych; zloty; zlotych
    RUB; руб; руб.; р.; рубль; рубля; рублей; rouble; roubles; ruble; rubles; Rubel
    SAR; SR; S.R.; riyal; riyals; ريال; ريالا; ريالًا; ريالات; ر.س
    SEK; kr; kr.; krona; kronor; Kronen
    SGD; S$; dollar; dollars
    TRY; TL; TL.; lira; Türk lirası
    TWD; NT$; NT; 元; 圓; 新台幣; 新臺幣
    UAH; грн; грн.; hryvnia; hryven
    USD; US$; U$S; $US; dollar; dollars; dólar; dólares; dollaro; dollari; dolar; dolary; dolarów; डॉलर; ドル; 美元; 美金; 달러; دولار; دولارا; دولارًا; דולר; דולרים
    ZAR; R; rand; rands
    """
}
