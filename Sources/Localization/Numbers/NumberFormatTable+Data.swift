// Made by Tests/Tools/make-number-formats.py from the Unicode CLDR, by Babel 2.18.0.

extension NumberFormatTable {
  /// The symbols of English, which the other languages share unless they have their own.
  static let sharedSymbols =
    "AUD=A$ BRL=R$ CAD=CA$ CNY=CN¥ EUR=€ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=¥ KRW=₩ MXN=MX$ NZD=NZ$ PHP=₱ TWD=NT$ USD=$ VND=₫ XAF=FCFA XCD=EC$ XCG=Cg. XOF=F\u{202F}CFA XPF=CFPF"

  /// One line a locale: tag, zero, decimal and grouping separator, those of money, sizes of the last and the
  /// other groups, those of money, digits that must stand before a separator, minus, pattern of a positive and
  /// of a negative amount, currency symbols of its own.
  static let lines = """
    af|0|,|\u{A0}|,|\u{A0}|33|33|1|-|¤n|-¤n|CAD=CAD JPY=JP¥ MXN=MXN PHP=PHP THB=฿ USD=USD ZAR=R
    am|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AU$ ETB=ብር JPY=JP¥ PHP=PHP THB=฿ USD=US$
    ar|0|.|,|.|,|33|33|1|\u{200E}-|\u{200F}n\u{A0}¤|\u{200F}-n\u{A0}¤|AED=د.إ.\u{200F} AUD=AU$ BHD=د.ب.\u{200F} DZD=د.ج.\u{200F} EGP=ج.م.\u{200F} GBP=UK£ IQD=د.ع.\u{200F} IRR=ر.إ. JOD=د.أ.\u{200F} JPY=JP¥ KWD=د.ك.\u{200F} LBP=ل.ل.\u{200F} LYD=د.ل.\u{200F} MAD=د.م.\u{200F} MRU=أ.م. OMR=ر.ع.\u{200F} PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} SDG=ج.س. SYP=ل.س.\u{200F} THB=฿ TND=د.ت.\u{200F} USD=US$ YER=ر.ي.\u{200F}
    ar-DZ|0|,|.|,|.|33|33|1|\u{200E}-|\u{200F}n\u{A0}¤|\u{200F}-n\u{A0}¤|AED=د.إ.\u{200F} AUD=AU$ BHD=د.ب.\u{200F} DZD=د.ج.\u{200F} EGP=ج.م.\u{200F} GBP=UK£ IQD=د.ع.\u{200F} IRR=ر.إ. JOD=د.أ.\u{200F} JPY=JP¥ KWD=د.ك.\u{200F} LBP=ل.ل.\u{200F} LYD=د.ل.\u{200F} MAD=د.م.\u{200F} MRU=أ.م. OMR=ر.ع.\u{200F} PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} SDG=ج.س. SYP=ل.س.\u{200F} THB=฿ TND=د.ت.\u{200F} USD=US$ YER=ر.ي.\u{200F}
    ar-EG|٠|٫|٬|٫|٬|33|33|1|\u{61C}-|\u{200F}n\u{A0}¤|\u{200F}-n\u{A0}¤|AED=د.إ.\u{200F} AUD=AU$ BHD=د.ب.\u{200F} DZD=د.ج.\u{200F} EGP=ج.م.\u{200F} GBP=UK£ IQD=د.ع.\u{200F} IRR=ر.إ. JOD=د.أ.\u{200F} JPY=JP¥ KWD=د.ك.\u{200F} LBP=ل.ل.\u{200F} LYD=د.ل.\u{200F} MAD=د.م.\u{200F} MRU=أ.م. OMR=ر.ع.\u{200F} PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} SDG=ج.س. SYP=ل.س.\u{200F} THB=฿ TND=د.ت.\u{200F} USD=US$ YER=ر.ي.\u{200F}
    ar-JO|٠|٫|٬|٫|٬|33|33|1|\u{61C}-|\u{200F}n\u{A0}¤|\u{200F}-n\u{A0}¤|AED=د.إ.\u{200F} AUD=AU$ BHD=د.ب.\u{200F} DZD=د.ج.\u{200F} EGP=ج.م.\u{200F} GBP=UK£ IQD=د.ع.\u{200F} IRR=ر.إ. JOD=د.أ.\u{200F} JPY=JP¥ KWD=د.ك.\u{200F} LBP=ل.ل.\u{200F} LYD=د.ل.\u{200F} MAD=د.م.\u{200F} MRU=أ.م. OMR=ر.ع.\u{200F} PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} SDG=ج.س. SYP=ل.س.\u{200F} THB=฿ TND=د.ت.\u{200F} USD=US$ YER=ر.ي.\u{200F}
    ar-KW|٠|٫|٬|٫|٬|33|33|1|\u{61C}-|\u{200F}n\u{A0}¤|\u{200F}-n\u{A0}¤|AED=د.إ.\u{200F} AUD=AU$ BHD=د.ب.\u{200F} DZD=د.ج.\u{200F} EGP=ج.م.\u{200F} GBP=UK£ IQD=د.ع.\u{200F} IRR=ر.إ. JOD=د.أ.\u{200F} JPY=JP¥ KWD=د.ك.\u{200F} LBP=ل.ل.\u{200F} LYD=د.ل.\u{200F} MAD=د.م.\u{200F} MRU=أ.م. OMR=ر.ع.\u{200F} PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} SDG=ج.س. SYP=ل.س.\u{200F} THB=฿ TND=د.ت.\u{200F} USD=US$ YER=ر.ي.\u{200F}
    ar-LB|٠|٫|٬|٫|٬|33|33|1|\u{61C}-|\u{200F}n\u{A0}¤|\u{200F}-n\u{A0}¤|AED=د.إ.\u{200F} AUD=AU$ BHD=د.ب.\u{200F} DZD=د.ج.\u{200F} EGP=ج.م.\u{200F} GBP=UK£ IQD=د.ع.\u{200F} IRR=ر.إ. JOD=د.أ.\u{200F} JPY=JP¥ KWD=د.ك.\u{200F} LBP=ل.ل.\u{200F} LYD=د.ل.\u{200F} MAD=د.م.\u{200F} MRU=أ.م. OMR=ر.ع.\u{200F} PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} SDG=ج.س. SYP=ل.س.\u{200F} THB=฿ TND=د.ت.\u{200F} USD=US$ YER=ر.ي.\u{200F}
    ar-MA|0|,|.|,|.|33|33|1|\u{200E}-|\u{200F}n\u{A0}¤|\u{200F}-n\u{A0}¤|AED=د.إ.\u{200F} AUD=AU$ BHD=د.ب.\u{200F} DZD=د.ج.\u{200F} EGP=ج.م.\u{200F} GBP=UK£ IQD=د.ع.\u{200F} IRR=ر.إ. JOD=د.أ.\u{200F} JPY=JP¥ KWD=د.ك.\u{200F} LBP=ل.ل.\u{200F} LYD=د.ل.\u{200F} MAD=د.م.\u{200F} MRU=أ.م. OMR=ر.ع.\u{200F} PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} SDG=ج.س. SYP=ل.س.\u{200F} THB=฿ TND=د.ت.\u{200F} USD=US$ YER=ر.ي.\u{200F}
    ar-QA|٠|٫|٬|٫|٬|33|33|1|\u{61C}-|\u{200F}n\u{A0}¤|\u{200F}-n\u{A0}¤|AED=د.إ.\u{200F} AUD=AU$ BHD=د.ب.\u{200F} DZD=د.ج.\u{200F} EGP=ج.م.\u{200F} GBP=UK£ IQD=د.ع.\u{200F} IRR=ر.إ. JOD=د.أ.\u{200F} JPY=JP¥ KWD=د.ك.\u{200F} LBP=ل.ل.\u{200F} LYD=د.ل.\u{200F} MAD=د.م.\u{200F} MRU=أ.م. OMR=ر.ع.\u{200F} PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} SDG=ج.س. SYP=ل.س.\u{200F} THB=฿ TND=د.ت.\u{200F} USD=US$ YER=ر.ي.\u{200F}
    ar-SA|٠|٫|٬|٫|٬|33|33|1|\u{61C}-|\u{200F}n\u{A0}¤|\u{200F}-n\u{A0}¤|AED=د.إ.\u{200F} AUD=AU$ BHD=د.ب.\u{200F} DZD=د.ج.\u{200F} EGP=ج.م.\u{200F} GBP=UK£ IQD=د.ع.\u{200F} IRR=ر.إ. JOD=د.أ.\u{200F} JPY=JP¥ KWD=د.ك.\u{200F} LBP=ل.ل.\u{200F} LYD=د.ل.\u{200F} MAD=د.م.\u{200F} MRU=أ.م. OMR=ر.ع.\u{200F} PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} SDG=ج.س. SYP=ل.س.\u{200F} THB=฿ TND=د.ت.\u{200F} USD=US$ YER=ر.ي.\u{200F}
    ar-TN|0|,|.|,|.|33|33|1|\u{200E}-|\u{200F}n\u{A0}¤|\u{200F}-n\u{A0}¤|AED=د.إ.\u{200F} AUD=AU$ BHD=د.ب.\u{200F} DZD=د.ج.\u{200F} EGP=ج.م.\u{200F} GBP=UK£ IQD=د.ع.\u{200F} IRR=ر.إ. JOD=د.أ.\u{200F} JPY=JP¥ KWD=د.ك.\u{200F} LBP=ل.ل.\u{200F} LYD=د.ل.\u{200F} MAD=د.م.\u{200F} MRU=أ.م. OMR=ر.ع.\u{200F} PHP=PHP QAR=ر.ق.\u{200F} SAR=ر.س.\u{200F} SDG=ج.س. SYP=ل.س.\u{200F} THB=฿ TND=د.ت.\u{200F} USD=US$ YER=ر.ي.\u{200F}
    az|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AZN=₼ JPY=JP¥ PHP=PHP THB=฿ USD=US$
    be|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|BRL=BRL BYN=Br CAD=CAD NZD=NZD PHP=PHP RUB=₽
    bg|0|,|\u{A0}|,|\u{A0}|33|33|2|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BGN=лв. BRL=BRL CAD=CAD CNY=CNY GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=щ.д. VND=VND XCD=XCD
    bn|০|.|,|.|,|32|32|1|-|n¤|-n¤|BDT=৳ JPY=JP¥ PHP=PHP THB=฿ USD=US$
    bn-IN|০|.|,|.|,|32|32|1|-|¤n|-¤n|BDT=৳ JPY=JP¥ PHP=PHP THB=฿ USD=US$
    bs|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BAM=KM BRL=BRL CAD=CAD CNY=CNY GBP=GBP HKD=HKD ILS=ILS MXN=MXN NZD=NZD PHP=PHP RSD=din. THB=฿ USD=USD XCD=XCD XPF=XPF
    ca|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AU$ BRL=BRL CAD=CAD CNY=CNY MXN=MXN PHP=PHP THB=฿ USD=USD XCD=XCD
    cs|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AU$ CZK=Kč ILS=ILS INR=INR JPY=JP¥ PHP=PHP USD=US$ VND=VND
    cy|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ KRW=KRW PHP=PHP THB=฿ USD=US$
    da|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AU$ DKK=kr. JPY=JP¥ PHP=PHP THB=฿ USD=US$
    de|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AU$ PHP=PHP THB=฿
    de-AT|0|,|.|,|.|33|33|1|-|¤\u{A0}n|-¤\u{A0}n|AUD=AU$ PHP=PHP THB=฿
    de-CH|0|.|’|.|’|33|33|1|-|¤\u{A0}n|¤-n|AUD=AU$ EUR=EUR PHP=PHP THB=฿
    de-LI|0|.|’|.|’|33|33|1|-|¤\u{A0}n|-¤\u{A0}n|AUD=AU$ PHP=PHP THB=฿
    el|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ PHP=PHP THB=฿
    en|0|.|,|.|,|33|33|1|-|¤n|-¤n|
    en-AT|0|,|.|,|.|33|33|1|-|¤\u{A0}n|-¤\u{A0}n|JPY=JP¥ USD=US$
    en-AU|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=$ BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP SCR=Rs TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF XPF=CFP
    en-BE|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-CA|0|.|,|.|,|33|33|1|-|¤n|-¤n|CAD=$ JPY=JP¥ USD=US$
    en-CH|0|.|’|.|’|33|33|1|-|¤\u{A0}n|¤-n|JPY=JP¥ USD=US$
    en-CZ|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-DE|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-DK|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|DKK=kr. JPY=JP¥ USD=US$
    en-ES|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-FI|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-FR|0|,|\u{202F}|,|\u{202F}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-GB|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ USD=US$
    en-HK|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ USD=US$
    en-HU|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-IE|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ USD=US$
    en-IL|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ USD=US$
    en-IN|0|.|,|.|,|32|32|1|-|¤n|-¤n|JPY=JP¥
    en-IT|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-MY|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ MYR=RM USD=US$
    en-NL|0|,|.|,|.|33|33|1|-|¤\u{A0}n|¤\u{A0}-n|JPY=JP¥ USD=US$
    en-NO|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ NOK=kr USD=US$
    en-NZ|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ NZD=$ USD=US$
    en-PL|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-PT|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-RO|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-SE|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ SEK=kr USD=US$
    en-SG|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ SGD=$ USD=US$
    en-SI|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-SK|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ USD=US$
    en-ZA|0|,|\u{A0}|,|\u{A0}|33|33|1|-|¤n|-¤n|JPY=JP¥ USD=US$ ZAR=R
    es|0|,|.|,|.|33|33|2|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD CNY=CNY GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP THB=฿ TWD=TWD USD=US$ XAF=XAF XCD=XCD XOF=XOF
    es-419|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-AR|0|,|.|,|.|33|33|1|-|¤n|-¤n|ARS=$ AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=US$ VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-BO|0|,|.|,|.|33|33|1|-|¤n|-¤n|AUD=AUD BOB=Bs BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-CL|0|,|.|,|.|33|33|1|-|¤n|¤-n|AUD=AUD BRL=BRL CAD=CAD CLP=$ CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=US$ VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-CO|0|,|.|,|.|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY COP=$ EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=US$ VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-CR|0|,|\u{A0}|,|\u{A0}|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY CRC=₡ EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-DO|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY DOP=RD$ EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=US$ VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-EC|0|,|.|,|.|33|33|1|-|¤n|¤-n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-GT|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP GTQ=Q HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-HN|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD HNL=L ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-MX|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MRU=UM MXN=$ NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-NI|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NIO=C$ NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-PA|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PAB=B/. PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-PE|0|.|,|.|,|33|33|1|-|¤\u{A0}n|-¤\u{A0}n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PEN=S/ PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-PR|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-PY|0|,|.|,|.|33|33|1|-|¤\u{A0}n|¤\u{A0}-n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP PYG=Gs. TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-SV|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-US|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-UY|0|,|.|,|.|33|33|1|-|¤\u{A0}n|-¤\u{A0}n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=US$ UYU=$ UYW=UP VND=VND XAF=XAF XCD=XCD XOF=XOF
    es-VE|0|,|.|,|.|33|33|1|-|¤n|¤-n|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=USD VES=Bs.S VND=VND XAF=XAF XCD=XCD XOF=XOF
    et|0|,|\u{A0}|,|\u{A0}|33|33|2|−|n\u{A0}¤|-n\u{A0}¤|AUD=AU$ PHP=PHP THB=฿
    eu|0|,|.|,|.|33|33|1|−|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ PHP=PHP THB=฿ USD=US$
    fa|۰|٫|٬|٫|٬|33|33|1|\u{200E}−|\u{200E}¤\u{A0}n|-\u{200E}¤\u{A0}n|AFN=؋ CAD=$CA CNY=¥CN HKD=$HK IRR=ریال MXN=$MX NZD=$NZ PHP=PHP THB=฿ XCD=$EC XOF=فرانک\u{202F}CFA
    fi|0|,|\u{A0}|,|\u{A0}|33|33|1|−|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD CNY=CNY HKD=HKD ILS=ILS INR=INR KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD VND=VND XCD=XCD XPF=XPF
    fil|0|.|,|.|,|33|33|1|-|¤n|-¤n|THB=฿
    fr|0|,|\u{202F}|,|\u{202F}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|ARS=$AR AUD=$AU BMD=$BM BND=$BN BZD=$BZ CAD=$CA CLP=$CL CNY=CNY COP=$CO FJD=$FJ FKP=£FK GBP=£GB GIP=£GI HKD=HKD JPY=JPY LBP=£LB MXN=$MX NAD=$NA NZD=$NZ PHP=PHP SBD=$SB SGD=$SG SRD=$SR TTD=$TT TWD=TWD USD=$US UYU=$UY WST=$WS XCD=XCD XPF=FCFP
    fr-CA|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=$\u{A0}AU CAD=$ HKD=$\u{A0}HK ILS=ILS INR=INR KRW=KRW MXN=MXN NZD=$\u{A0}NZ PHP=PHP SGD=$\u{A0}SG TWD=TWD USD=$\u{A0}US VND=VND XAF=XAF XCD=XCD XOF=XOF XPF=XPF
    fr-CH|0|,|\u{202F}|.|\u{202F}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|ARS=$AR AUD=$AU BMD=$BM BND=$BN BZD=$BZ CAD=$CA CLP=$CL CNY=CNY COP=$CO FJD=$FJ FKP=£FK GBP=£GB GIP=£GI HKD=HKD JPY=JPY LBP=£LB MXN=$MX NAD=$NA NZD=$NZ PHP=PHP SBD=$SB SGD=$SG SRD=$SR TTD=$TT TWD=TWD USD=$US UYU=$UY WST=$WS XCD=XCD XPF=FCFP
    fr-LU|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|ARS=$AR AUD=$AU BMD=$BM BND=$BN BZD=$BZ CAD=$CA CLP=$CL CNY=CNY COP=$CO FJD=$FJ FKP=£FK GBP=£GB GIP=£GI HKD=HKD JPY=JPY LBP=£LB MXN=$MX NAD=$NA NZD=$NZ PHP=PHP SBD=$SB SGD=$SG SRD=$SR TTD=$TT TWD=TWD USD=$US UYU=$UY WST=$WS XCD=XCD XPF=FCFP
    ga|0|.|,|.|,|33|33|1|-|¤n|-¤n|THB=฿
    gl|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ MXN=$MX PHP=PHP THB=฿ XCD=XCD
    gu|0|.|,|.|,|32|32|1|-|¤n|-¤n|JPY=JP¥ PHP=PHP THB=฿ USD=US$
    he|0|.|,|.|,|33|33|1|\u{200E}-|\u{200F}n\u{A0}\u{200F}¤|\u{200F}-n\u{A0}\u{200F}¤|CNY=\u{200E}CN¥\u{200E} PHP=PHP THB=฿
    hi|0|.|,|.|,|32|32|1|-|¤n|-¤n|JPY=JP¥ PHP=PHP THB=฿
    hr|0|,|.|,|.|33|33|1|−|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD CNY=CNY GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XCD=XCD XPF=XPF
    hu|0|,|\u{A0}|,|\u{A0}|33|33|2|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD HUF=Ft ILS=ILS INR=INR KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XCD=XCD
    hy|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AMD=֏ JPY=JP¥ PHP=PHP THB=฿
    id|0|,|.|,|.|33|33|1|-|¤n|-¤n|AUD=AU$ IDR=Rp INR=Rs JPY=JP¥ PHP=PHP THB=฿ USD=US$
    is|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD EUR=EUR GBP=GBP INR=INR ISK=kr. JPY=JP¥ KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND
    it|0|,|.|,|.|33|33|2|-|n\u{A0}¤|-n\u{A0}¤|BRL=BRL HKD=HKD INR=INR JPY=JPY KRW=KRW MXN=MXN THB=฿ TWD=TWD USD=USD VND=VND
    it-CH|0|.|’|.|’|33|33|2|-|¤\u{A0}n|¤-n|BRL=BRL HKD=HKD INR=INR JPY=JPY KRW=KRW MXN=MXN THB=฿ TWD=TWD USD=USD VND=VND
    ja|0|.|,|.|,|33|33|1|-|¤n|-¤n|CNY=元 JPY=￥ PHP=PHP
    ka|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD CNY=CNY GEL=₾ HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW NZD=NZD PHP=PHP USD=US$ VND=VND
    kk|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ KZT=₸ LSL=ЛСЛ PHP=PHP RUB=₽ THB=฿
    km|0|.|,|.|,|33|33|1|-|n¤|-n¤|JPY=JP¥ KHR=៛ PHP=PHP THB=฿
    kn|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ PHP=PHP THB=฿
    ko|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AU$ JPY=JP¥ PHP=PHP USD=US$
    ky|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JP¥ KGS=сом KRW=KRW MXN=MXN NZD=NZD THB=฿ TWD=TWD USD=USD XCD=XCD
    lb|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AU$ PHP=PHP THB=฿
    lo|0|,|.|,|.|33|33|1|-|¤n|¤-n|JPY=JP¥ LAK=₭ PHP=PHP THB=฿ USD=US$
    lt|0|,|\u{A0}|,|\u{A0}|33|33|1|−|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD CNY=CNY GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XOF=XOF XPF=XPF
    lv|0|,|\u{A0}|,|\u{A0}|33|33|2|-|n\u{A0}¤|-n\u{A0}¤|AUD=AU$ PHP=PHP THB=฿
    mk|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD CNY=CNY GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MKD=ден. NZD=NZD PHP=PHP TWD=TWD USD=US$ VND=VND
    ml|0|.|,|.|,|32|33|1|-|¤n|-¤n|PHP=PHP THB=฿
    mn|0|.|,|.|,|33|33|1|-|¤\u{A0}n|-¤\u{A0}n|JPY=JP¥ MNT=₮ PHP=PHP THB=฿
    mr|०|.|,|.|,|32|33|1|-|¤n|-¤n|JPY=JP¥ PHP=PHP THB=฿
    ms|0|.|,|.|,|33|33|1|-|¤n|-¤n|CAD=CAD JPY=JP¥ MXN=MXN MYR=RM PHP=PHP USD=USD
    mt|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ USD=US$
    my|၀|.|,|.|,|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ MMK=K THB=฿ USD=US$
    nb|0|,|\u{A0}|,|\u{A0}|33|33|1|−|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD CNY=CNY HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NOK=kr NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XPF=XPF
    ne|०|.|,|.|,|32|32|1|-|¤\u{A0}n|-¤\u{A0}n|JPY=JP¥ NPR=नेरू PHP=PHP THB=฿ USD=US$
    nl|0|,|.|,|.|33|33|1|-|¤\u{A0}n|¤\u{A0}-n|AUD=AU$ CAD=C$ FJD=FJ$ JPY=JP¥ PHP=PHP SBD=SI$ THB=฿ USD=US$ XPF=XPF
    nn|0|,|\u{A0}|,|\u{A0}|33|33|1|−|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD CNY=CNY GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NOK=kr NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XPF=XPF
    no|0|,|\u{A0}|,|\u{A0}|33|33|1|−|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD CNY=CNY HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NOK=kr NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XAF=XAF XCD=XCD XPF=XPF
    pa|0|.|,|.|,|32|32|1|-|¤n|-¤n|JPY=JP¥ PHP=PHP THB=฿ USD=US$
    pl|0|,|\u{A0}|,|\u{A0}|33|33|2|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD CAD=CAD CNY=CNY GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP PLN=zł TWD=TWD USD=USD VND=VND
    pt|0|,|.|,|.|33|33|1|-|¤\u{A0}n|-¤\u{A0}n|AUD=AU$ JPY=JP¥ PHP=PHP THB=฿ USD=US$
    pt-PT|0|,|\u{A0}|,|\u{A0}|33|33|2|-|n\u{A0}¤|-n\u{A0}¤|AUD=AU$ JPY=JP¥ PHP=PHP THB=฿ USD=US$
    ro|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR JPY=JPY KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND XCD=XCD
    ru|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|PHP=PHP RUB=₽ THB=฿ TMT=ТМТ UAH=₴
    si|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ LKR=රු. PHP=PHP THB=฿ USD=US$ XOF=සිෆ්එ
    sk|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD CNY=CNY GBP=GBP HKD=HKD ILS=NIS INR=INR JPY=JPY KRW=KRW NZD=NZD PHP=PHP TWD=TWD USD=USD VND=VND
    sl|0|,|.|,|.|33|33|2|−|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD GBP=GBP MXN=MXN NZD=NZD PHP=PHP TWD=TWD XCD=XCD
    sq|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|ALL=Lekë BRL=BRL JPY=JP¥ PHP=PHP THB=฿ USD=US$
    sr|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BAM=КМ KRW=KRW NZD=NZD PHP=PHP USD=US$ VND=VND
    sr-Latn|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BAM=KM KRW=KRW NZD=NZD PHP=PHP USD=US$ VND=VND
    sv|0|,|\u{A0}|,|\u{A0}|33|33|1|−|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BBD=Bds$ BMD=BM$ BRL=BR$ BSD=BS$ BZD=BZ$ CNY=CNY DKK=Dkr DOP=RD$ EGP=EG£ GBP=GBP HKD=HKD INR=INR ISK=Ikr JMD=JM$ JPY=JPY KRW=KRW NOK=Nkr NZD=NZD PHP=PHP SEK=kr TWD=TWD USD=US$ VND=VND
    sw|0|.|,|.|,|33|33|1|-|¤\u{A0}n|-¤\u{A0}n|JPY=JP¥ KES=Ksh PHP=PHP THB=฿ TZS=TSh USD=US$
    ta|0|.|,|.|,|32|32|1|-|¤n|-¤n|PHP=PHP THB=฿
    te|0|.|,|.|,|32|32|1|-|¤n|-¤n|JPY=JP¥ PHP=PHP THB=฿
    th|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AU$ PHP=PHP THB=฿ USD=US$
    tr|0|,|.|,|.|33|33|1|-|¤n|-¤n|AUD=AU$ PHP=PHP THB=฿ TRY=₺
    uk|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AUD BRL=BRL CAD=CAD CNY=CNY EUR=EUR GBP=GBP HKD=HKD ILS=ILS INR=INR KRW=KRW MXN=MXN NZD=NZD PHP=PHP TWD=TWD UAH=₴ USD=USD VND=VND XCD=XCD
    ur|0|.|,|.|,|33|33|1|\u{200E}-|¤n|-¤n|JPY=JP¥ PHP=PHP PKR=Rs THB=฿
    uz|0|,|\u{A0}|,|\u{A0}|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|JPY=JP¥ PHP=PHP USD=US$ UZS=soʻm
    vi|0|,|.|,|.|33|33|1|-|n\u{A0}¤|-n\u{A0}¤|AUD=AU$ PHP=PHP THB=฿ USD=US$
    zh|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AU$ CNY=¥ JPY=JP¥ PHP=PHP USD=US$
    zh-HK|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AU$ PHP=PHP USD=US$
    zh-SG|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AU$ CNY=¥ JPY=JP¥ PHP=PHP SGD=$ USD=US$
    zh-TW|0|.|,|.|,|33|33|1|-|¤n|-¤n|AUD=AU$ KRW=￦ PHP=PHP TWD=$ USD=US$
    zu|0|.|,|.|,|33|33|1|-|¤n|-¤n|JPY=JP¥ PHP=PHP THB=฿ ZAR=R
    """
}
