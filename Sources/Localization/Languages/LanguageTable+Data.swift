// Made by Tests/Tools/make-language-table.py from the Unicode CLDR, by Babel 2.18.0.

extension LanguageTable {
  /// The languages of ISO 639 that CLDR knows: code, English name, and the language's own name where it has another.
  static let names = """
    aa|Afar|Qafar; ab|Abkhazian|Аԥсшәа; ace|Acehnese; ach|Acoli; ada|Adangme; ady|Adyghe; ae|Avestan; \
    aeb|Tunisian Arabic; af|Afrikaans; afh|Afrihili; agq|Aghem; ain|Ainu; ak|Akan; akk|Akkadian; akz|Alabama; \
    ale|Aleut; aln|Gheg Albanian; alt|Southern Altai; am|Amharic|አማርኛ; an|Aragonese|aragonés; ang|Old English; \
    ann|Obolo; anp|Angika; ar|Arabic|العربية; arc|Aramaic; arn|Mapuche|Mapudungun; aro|Araona; arp|Arapaho; \
    arq|Algerian Arabic; ars|Najdi Arabic; arw|Arawak; ary|Moroccan Arabic; arz|Egyptian Arabic; \
    as|Assamese|অসমীয়া; asa|Asu|Kipare; ase|American Sign Language; ast|Asturian|asturianu; atj|Atikamekw; \
    av|Avaric; avk|Kotava; awa|Awadhi; ay|Aymara; az|Azerbaijani|azərbaycan; ba|Bashkir|башҡорт теле; \
    bal|Baluchi|بلۆچی; ban|Balinese; bar|Bavarian; bas|Basaa|Ɓàsàa; bax|Bamun; bbc|Batak Toba; bbj|Ghomala; \
    be|Belarusian|беларуская; bej|Beja; bem|Bemba|Ichibemba; bew|Betawi; bez|Bena|Hibena; bfd|Bafut; bfq|Badaga; \
    bg|Bulgarian|български; bgc|Haryanvi|हरियाणवी; bgn|Western Balochi|بلوچی (رخشانی); bho|Bhojpuri|भोजपुरी; \
    bi|Bislama; bik|Bikol; bin|Bini; bjn|Banjar; bkm|Kom; bla|Siksiká; blo|Anii|anii kagɩja; blt|Tai Dam|ꪼꪕꪒꪾ; \
    bm|Bambara|bamanakan; bn|Bangla|বাংলা; bo|Tibetan|བོད་སྐད་; bpy|Bishnupriya; bqi|Bakhtiari; br|Breton|brezhoneg; \
    bra|Braj; brh|Brahui; brx|Bodo|बर’; bs|Bosnian|bosanski; bss|Akoose; bua|Buriat; bug|Buginese; bum|Bulu; \
    byn|Blin|ብሊን; byv|Medumba; ca|Catalan|català; cad|Caddo; car|Carib; cay|Cayuga; cch|Atsam; ccp|Chakma|𑄌𑄋𑄴𑄟𑄳𑄦; \
    ce|Chechen|нохчийн; ceb|Cebuano; cgg|Chiga|Rukiga; ch|Chamorro; chb|Chibcha; chg|Chagatai; chk|Chuukese; \
    chm|Mari; chn|Chinook Jargon; cho|Choctaw|Chahta; chp|Chipewyan; chr|Cherokee|ᏣᎳᎩ; chy|Cheyenne; \
    cic|Chickasaw|Chikashshanompaʼ; ckb|Central Kurdish|کوردیی ناوەندی; clc|Chilcotin; cmn|Chinese; \
    co|Corsican|corsu; cop|Coptic; cps|Capiznon; cr|Cree; crg|Michif; crh|Crimean Tatar; crj|Southern East Cree; \
    crk|Plains Cree; crl|Northern East Cree; crm|Moose Cree; crr|Carolina Algonquian; crs|Seselwa Creole French; \
    cs|Czech|čeština; csb|Kashubian; csw|Swampy Cree|ᓀᐦᐃᓇᐍᐏᐣ; cu|Church Slavic|церковнослове́нскїй; \
    cv|Chuvash|чӑваш; cy|Welsh|Cymraeg; da|Danish|dansk; dak|Dakota; dar|Dargwa; dav|Taita|Kitaita; \
    de|German|Deutsch; del|Delaware; den|Slave; dgr|Dogrib; din|Dinka; dje|Zarma|Zarmaciine; doi|Dogri|डोगरी; \
    dsb|Lower Sorbian|dolnoserbšćina; dtp|Central Dusun; dua|Duala|duálá; dum|Middle Dutch; dv|Divehi|ދިވެހިބަސް; \
    dyo|Jola-Fonyi|joola; dyu|Dyula; dz|Dzongkha|རྫོང་ཁ; dzg|Dazaga; ebu|Embu|Kĩembu; ee|Ewe|eʋegbe; efi|Efik; \
    egl|Emilian; egy|Ancient Egyptian; eka|Ekajuk; el|Greek|Ελληνικά; elx|Elamite; en|English; enm|Middle English; \
    eo|Esperanto; es|Spanish|español; esu|Central Yupik; et|Estonian|eesti; eu|Basque|euskara; ewo|Ewondo|ewondo; \
    ext|Extremaduran; fa|Persian|فارسی; fan|Fang; fat|Fanti; ff|Fula|Pulaar; fi|Finnish|suomi; fil|Filipino; \
    fit|Tornedalen Finnish; fj|Fijian; fo|Faroese|føroyskt; fon|Fon; fr|French|français; frc|Cajun French; \
    frm|Middle French; fro|Old French; frp|Arpitan; frr|Northern Frisian|Nordfriisk; frs|Eastern Frisian; \
    fur|Friulian|furlan; fy|Western Frisian|Frysk; ga|Irish|Gaeilge; gaa|Ga|Gã; gag|Gagauz; gan|Gan Chinese; \
    gay|Gayo; gba|Gbaya; gbz|Zoroastrian Dari; gd|Scottish Gaelic|Gàidhlig; gez|Geez|ግዕዝኛ; gil|Gilbertese; \
    gl|Galician|galego; glk|Gilaki; gmh|Middle High German; gn|Guarani|avañe’ẽ; goh|Old High German; gon|Gondi; \
    gor|Gorontalo; got|Gothic; grb|Grebo; grc|Ancient Greek; gsw|Swiss German|Schwiizertüütsch; gu|Gujarati|ગુજરાતી; \
    guc|Wayuu; gur|Frafra; guz|Gusii|Ekegusii; gv|Manx|Gaelg; gwi|Gwichʼin; ha|Hausa; hai|Haida; hak|Hakka Chinese; \
    haw|Hawaiian|ʻŌlelo Hawaiʻi; hax|Southern Haida; he|Hebrew|עברית; hi|Hindi|हिन्दी; hif|Fiji Hindi; \
    hil|Hiligaynon; hit|Hittite; hmn|Hmong; hnj|Hmong Njua|𞄀𞄄𞄰𞄩𞄍𞄜𞄰; ho|Hiri Motu; hr|Croatian|hrvatski; \
    hsb|Upper Sorbian|hornjoserbšćina; hsn|Xiang Chinese; ht|Haitian Creole|Kreyòl Ayisyen; hu|Hungarian|magyar; \
    hup|Hupa; hur|Halkomelem; hy|Armenian|հայերեն; hz|Herero; ia|Interlingua|interlingua; iba|Iban; ibb|Ibibio; \
    id|Indonesian|Indonesia; ie|Interlingue; ig|Igbo; ii|Sichuan Yi|ꆈꌠꉙ; ik|Inupiaq; ikt|Western Canadian Inuktitut; \
    ilo|Iloko; in|Indonesian; inh|Ingush; io|Ido; is|Icelandic|íslenska; it|Italian|italiano; iu|Inuktitut|ᐃᓄᒃᑎᑐᑦ; \
    iw|Hebrew; izh|Ingrian; ja|Japanese|日本語; jam|Jamaican Creole English; jbo|Lojban|la .lojban.; jgo|Ngomba|Ndaꞌa; \
    ji|Yiddish; jmc|Machame|Kimachame; jpr|Judeo-Persian; jrb|Judeo-Arabic; jut|Jutish; jv|Javanese|Jawa; \
    ka|Georgian|ქართული; kaa|Kara-Kalpak|қарақалпақша; kab|Kabyle|Taqbaylit; kac|Kachin; kaj|Jju|Kaje; \
    kam|Kamba|Kikamba; kaw|Kawi; kbd|Kabardian; kbl|Kanembu; kcg|Tyap|Katab; kde|Makonde|Chimakonde; \
    kea|Kabuverdianu|kabuverdianu; ken|Kenyang|Kɛnyaŋ; kfo|Koro; kg|Kongo; kgp|Kaingang|kanhgág; kha|Khasi; \
    kho|Khotanese; khq|Koyra Chiini|Koyra ciini; khw|Khowar; ki|Kikuyu|Gikuyu; kiu|Kirmanjki; kj|Kuanyama; \
    kk|Kazakh|қазақ тілі; kkj|Kako|kakɔ; kl|Kalaallisut|kalaallisut; kln|Kalenjin; km|Khmer|ខ្មែរ; kmb|Kimbundu; \
    kn|Kannada|ಕನ್ನಡ; ko|Korean|한국어; koi|Komi-Permyak; kok|Konkani|कोंकणी; kos|Kosraean; kpe|Kpelle|Kpɛlɛɛ; \
    kr|Kanuri; krc|Karachay-Balkar; kri|Krio; krj|Kinaray-a; krl|Karelian; kru|Kurukh; ks|Kashmiri|کٲشُر; \
    ksb|Shambala|Kishambaa; ksf|Bafia|rikpa; ksh|Colognian|Kölsch; ku|Kurdish|kurdî (kurmancî); kum|Kumyk; \
    kut|Kutenai; kv|Komi; kw|Cornish|kernewek; kwk|Kwakʼwala; kxv|Kuvi|kuvi; ky|Kyrgyz|кыргызча; la|Latin|Latina; \
    lad|Ladino; lag|Langi|Kɨlaangi; lah|Western Panjabi; lam|Lamba; lb|Luxembourgish|Lëtzebuergesch; lez|Lezghian; \
    lfn|Lingua Franca Nova; lg|Ganda|Luganda; li|Limburgish; lij|Ligurian|ligure; lil|Lillooet; liv|Livonian; \
    lkt|Lakota|Lakȟólʼiyapi; lmo|Lombard; ln|Lingala|lingála; lo|Lao|ລາວ; lol|Mongo; lou|Louisiana Creole; loz|Lozi; \
    lrc|Northern Luri|لۊری شومالی; lsm|Saamia; lt|Lithuanian|lietuvių; ltg|Latgalian|latgalīšu; \
    lu|Luba-Katanga|Tshiluba; lua|Luba-Lulua; lui|Luiseno; lun|Lunda; luo|Luo|Dholuo; lus|Mizo; luy|Luyia|Luluhia; \
    lv|Latvian|latviešu; lzh|Literary Chinese; lzz|Laz; mad|Madurese; maf|Mafa; mag|Magahi; mai|Maithili|मैथिली; \
    mak|Makasar; man|Mandingo; mas|Masai|Maa; mde|Maba; mdf|Moksha|мокшень кяль; mdr|Mandar; men|Mende; \
    mer|Meru|Kĩmĩrũ; mfe|Morisyen|kreol morisien; mg|Malagasy; mga|Middle Irish; mgh|Makhuwa-Meetto|Makua; \
    mgo|Metaʼ|metaʼ; mh|Marshallese; mi|Māori; mic|Mi'kmaw|Lʼnuiʼsuti; min|Minangkabau; mk|Macedonian|македонски; \
    ml|Malayalam|മലയാളം; mn|Mongolian|монгол; mnc|Manchu; mni|Manipuri|মৈতৈলোন্; mo|Romanian; moe|Innu-aimun; \
    moh|Mohawk|Kanienʼkéha; mos|Mossi; mr|Marathi|मराठी; mrj|Western Mari; ms|Malay|Melayu; mt|Maltese|Malti; \
    mua|Mundang|MUNDAŊ; mus|Muscogee|Mvskoke; mwl|Mirandese; mwr|Marwari; mwv|Mentawai; my|Burmese|မြန်မာ; \
    mye|Myene; myv|Erzya|эрзянь кель; mzn|Mazanderani|مازرونی; na|Nauru; nan|Min Nan Chinese; nap|Neapolitan; \
    naq|Nama|Khoekhoegowab; nb|Norwegian Bokmål|norsk bokmål; nd|North Ndebele|isiNdebele; \
    nds|Low German|Neddersass’sch; ne|Nepali|नेपाली; new|Newari; ng|Ndonga; nia|Nias; niu|Niuean; njo|Ao Naga; \
    nl|Dutch|Nederlands; nmg|Kwasio; nn|Norwegian Nynorsk|norsk nynorsk; nnh|Ngiemboon|Shwóŋò ngiembɔɔn; \
    no|Norwegian|norsk; nog|Nogai; non|Old Norse; nov|Novial; nqo|N’Ko|ߒߞߏ; nr|South Ndebele|isiNdebele; \
    nso|Northern Sotho|Sesotho sa Leboa; nus|Nuer|Thok Nath; nv|Navajo|Diné Bizaad; nwc|Classical Newari; ny|Nyanja; \
    nym|Nyamwezi; nyn|Nyankole|Runyankore; nyo|Nyoro; nzi|Nzima; oc|Occitan|occitan; oj|Ojibwa; \
    ojb|Northwestern Ojibwa; ojc|Central Ojibwa; ojs|Oji-Cree; ojw|Western Ojibwa; oka|Okanagan; om|Oromo|Oromoo; \
    or|Odia|ଓଡ଼ିଆ; os|Ossetic|ирон; osa|Osage|𐓏𐓘𐓻𐓘𐓻𐓟; ota|Ottoman Turkish; pa|Punjabi|ਪੰਜਾਬੀ; pag|Pangasinan; \
    pal|Pahlavi; pam|Pampanga; pap|Papiamento|Papiamentu; pau|Palauan; pcd|Picard; \
    pcm|Nigerian Pidgin|Naijíriá Píjin; pdc|Pennsylvania German; pdt|Plautdietsch; peo|Old Persian; \
    pfl|Palatine German; phn|Phoenician; pi|Pali; pis|Pijin; pl|Polish|polski; pms|Piedmontese; pnt|Pontic; \
    pon|Pohnpeian; pqm|Maliseet-Passamaquoddy; prg|Prussian|prūsiskan; pro|Old Provençal; ps|Pashto|پښتو; \
    pt|Portuguese|português; qu|Quechua|Runasimi; quc|Kʼicheʼ; qug|Chimborazo Highland Quichua; \
    raj|Rajasthani|राजस्थानी; rap|Rapanui; rar|Rarotongan; rgn|Romagnol; rhg|Rohingya|𐴌𐴗𐴥𐴝𐴙𐴚𐴒𐴙𐴝; \
    rif|Riffian|Tarifit; rm|Romansh|rumantsch; rn|Rundi|Ikirundi; ro|Romanian|română; rof|Rombo|Kihorombo; \
    rom|Romany; rtm|Rotuman; ru|Russian|русский; rue|Rusyn; rug|Roviana; rup|Aromanian; rw|Kinyarwanda|Ikinyarwanda; \
    rwk|Rwa|Kiruwa; sa|Sanskrit|संस्कृत भाषा; sad|Sandawe; sah|Yakut|саха тыла; sam|Samaritan Aramaic; \
    saq|Samburu|Kisampur; sas|Sasak; sat|Santali|ᱥᱟᱱᱛᱟᱲᱤ; saz|Saurashtra; sba|Ngambay; sbp|Sangu|Ishisangu; \
    sc|Sardinian|sardu; scn|Sicilian|sicilianu; sco|Scots; sd|Sindhi|سنڌي; sdc|Sassarese Sardinian; \
    sdh|Southern Kurdish|کوردی خوارگ; se|Northern Sami|davvisámegiella; see|Seneca; seh|Sena|sena; sei|Seri; \
    sel|Selkup; ses|Koyraboro Senni|Koyraboro senni; sg|Sango|Sängö; sga|Old Irish; sgs|Samogitian; \
    sh|Serbo-Croatian; shi|Tachelhit|ⵜⴰⵛⵍⵃⵉⵜ; shn|Shan|တႆး; shu|Chadian Arabic; si|Sinhala|සිංහල; \
    sid|Sidamo|Sidaamu Afo; sk|Slovak|slovenčina; sl|Slovenian|slovenščina; slh|Southern Lushootseed; \
    sli|Lower Silesian; sly|Selayar; sm|Samoan; sma|Southern Sami|Åarjelsaemien gïele; \
    smj|Lule Sami|julevsámegiella; smn|Inari Sami|anarâškielâ; sms|Skolt Sami|sääʹmǩiõll; sn|Shona|chiShona; \
    snk|Soninke; so|Somali|Soomaali; sog|Sogdien; sq|Albanian|shqip; sr|Serbian|српски; srn|Sranan Tongo; srr|Serer; \
    ss|Swati|siSwati; ssy|Saho; st|Southern Sotho|Sesotho; stq|Saterland Frisian; str|Straits Salish; \
    su|Sundanese|Basa Sunda; suk|Sukuma; sus|Susu; sux|Sumerian; sv|Swedish|svenska; sw|Swahili|Kiswahili; \
    swb|Comorian; syc|Classical Syriac; syr|Syriac|ܣܘܪܝܝܐ; szl|Silesian|ślōnski; ta|Tamil|தமிழ்; \
    tce|Southern Tutchone; tcy|Tulu; te|Telugu|తెలుగు; tem|Timne; teo|Teso|Kiteso; ter|Tereno; tet|Tetum; \
    tg|Tajik|тоҷикӣ; tgx|Tagish; th|Thai|ไทย; tht|Tahltan; ti|Tigrinya|ትግርኛ; tig|Tigre|ትግረ; tiv|Tiv; \
    tk|Turkmen|türkmen dili; tkl|Tokelau; tkr|Tsakhur; tl|Tagalog; tlh|Klingon; tli|Tlingit; tly|Talysh; \
    tmh|Tamashek; tn|Tswana|Setswana; to|Tongan|lea fakatonga; tog|Nyasa Tonga; tok|Toki Pona|toki pona; \
    tpi|Tok Pisin; tr|Turkish|Türkçe; tru|Turoyo; trv|Taroko|patas Taroko; trw|Torwali|توروالی; ts|Tsonga|Xitsonga; \
    tsd|Tsakonian; tsi|Tsimshian; tt|Tatar|татар; ttm|Northern Tutchone; ttt|Muslim Tat; tum|Tumbuka; tvl|Tuvalu; \
    tw|Twi; twq|Tasawaq|Tasawaq senni; ty|Tahitian; tyv|Tuvinian; tzm|Central Atlas Tamazight|Tamaziɣt n laṭlaṣ; \
    udm|Udmurt; ug|Uyghur|ئۇيغۇرچە; uga|Ugaritic; uk|Ukrainian|українська; umb|Umbundu; ur|Urdu|اردو; \
    uz|Uzbek|o‘zbek; vai|Vai|ꕙꔤ; ve|Venda|Tshivenḓa; vec|Venetian|veneto; vep|Veps; vi|Vietnamese|Tiếng Việt; \
    vls|West Flemish; vmf|Main-Franconian; vmw|Makhuwa|emakhuwa; vo|Volapük; vot|Votic; vro|Võro; \
    vun|Vunjo|Kyivunjo; wa|Walloon|walon; wae|Walser; wal|Wolaytta|ወላይታቱ; war|Waray; was|Washo; wbp|Warlpiri; \
    wo|Wolof; wuu|Wu Chinese; xal|Kalmyk; xh|Xhosa|IsiXhosa; xmf|Mingrelian; xnr|Kangri|कांगड़ी; xog|Soga|Olusoga; \
    yao|Yao; yap|Yapese; yav|Yangben|nuasue; ybb|Yemba; yi|Yiddish|ייִדיש; yo|Yoruba|Èdè Yorùbá; \
    yrl|Nheengatu|nheẽgatu; yue|Cantonese|粵語; za|Zhuang|Vahcuengh; zap|Zapotec; zbl|Blissymbols; zea|Zeelandic; \
    zen|Zenaga; zgh|Standard Moroccan Tamazight|ⵜⴰⵎⴰⵣⵉⵖⵜ; zh|Chinese|中文; zu|Zulu|isiZulu; zun|Zuni; zza|Zaza;
    """

  /// Codes of languages that go by another one now.
  static let replaced = "cmn=zh in=id iw=he ji=yi mo=ro no=nb sh=sr tl=fil"

  /// Scripts, each with the languages that are usually written in it, and those of a region that are. Others: Latn.
  static let scripts = """
    Arab: aeb ar arq ars ary arz az-IQ az-IR bal bej bgn bqi brh chg ckb fa gbz glk ha-CM ha-SD khw kk-AF kk-CN \
      kk-IR kk-MN ks ku-LB ky-CN lah lrc mde ms-CC mzn ota pa-PK ps sd sdh shu swb tg-PK trw ug ur uz-AF
    Armi: arc
    Armn: hy
    Avst: ae
    Bali: kaw
    Bamu: bax
    Beng: as bn bpy mni
    Brah: kho
    Cakm: ccp
    Cans: cr crj crk crl crm csw iu oj ojs
    Cher: chr
    Copt: cop
    Cyrl: ab ady alt av az-RU ba be bg bua ce chm crh cu cv dar inh kaa kbd kk koi krc kum kv ky lez mdf mk mn mrj \
      myv nog os pnt-RU ru rue sah sel sh sr tg tt tyv udm ug-KZ ug-MN uk uz-CN xal
    Deva: anp awa bgc bho bra brx doi gon hi hif kok kru mag mai mr mwr ne new raj sa sd-IN xnr
    Egyp: egy
    Ethi: am byn gez ti tig wal
    Geor: ka lzz-GE xmf
    Goth: got
    Grek: el grc pnt tsd
    Gujr: gu
    Guru: pa
    Hans: cmn gan hak hsn lzh nan wuu yue-CN zh
    Hant: hak-TW nan-TW yue zh-AU zh-BN zh-GB zh-GF zh-HK zh-ID zh-MO zh-PA zh-PF zh-PH zh-SR zh-TH zh-TW zh-US \
      zh-VN
    Hebr: he iw ji jpr jrb lad yi
    Hmnp: hnj
    Jpan: ja
    Kana: ain
    Khmr: km
    Knda: kn tcy
    Kore: ko
    Laoo: lo
    Latg: mga
    Latn: ky-TR pnt-TR sr-ME sr-RO sr-TR
    Mlym: ml
    Mong: mn-CN mnc
    Mymr: my shn
    Newa: nwc
    Nkoo: nqo
    Olck: sat
    Orya: or
    Osge: osa
    Phli: pal
    Phnx: phn
    Rohg: rhg
    Runr: non
    Samr: sam
    Saur: saz
    Sgnw: ase
    Sinh: pi si
    Sogd: sog
    Syrc: syc syr
    Taml: bfq ta
    Tavt: blt
    Telu: te
    Tfng: shi zen zgh
    Thaa: dv
    Thai: th
    Tibt: bo dz
    Ugar: uga
    Vaii: vai
    Xpeo: peo
    Xsux: akk hit
    Yiii: ii
    """

  /// Regions of ISO 3166 and of the United Nations.
  static let regions = """
    001 002 003 005 009 011 013 014 015 017 018 019 021 029 030 034 035 039 053 054 057 061 142 143 145 150 151 154 \
    155 202 419 AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS \
    BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CP CQ CR CU CV CW CX CY CZ DE DG DJ DK DM DO DZ EA EC EE EG \
    EH ER ES ET EU FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU IC \
    ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA \
    MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE \
    PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX \
    SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT \
    ZA ZM ZW
    """

  /// The language spoken in a region, by codes of regions that are none of a language: people write the one for the other.
  static let spoken = """
    ac=en ad=ca ag=en ai=en al=sq ao=pt aq=en at=de au=en aw=nl ax=sv bb=en bd=bn bf=fr bh=ar bj=fr bl=fr bq=pap \
    bt=dz bv=no bw=en by=be bz=en cc=ms cd=fr cf=sg cg=fr ci=fr ck=en cl=es cm=fr cn=zh cp=en cq=en cw=pap cx=en \
    cz=cs dg=en dj=fr dk=da dm=en do=es ea=es ec=es eg=ar eh=ar er=ti fk=en fm=en gb=en ge=ka gf=fr gg=en gh=ak \
    gi=en gm=en gp=fr gq=es gr=el gs=en gt=es gw=pt gy=en hk=zh hm=en hn=es ic=es il=he im=en iq=ar ir=fa je=en \
    jm=en jo=ar jp=ja ke=sw kh=km kp=ko kz=ru lc=en lk=si lr=en ls=st ly=ar ma=ar mc=fr md=ro me=sr mf=fr mm=my \
    mp=en mq=fr mu=fr mv=dv mw=en mx=es mz=pt nc=fr nf=en ni=es np=ne nu=en nz=en pe=es pf=fr pg=tpi ph=fil pk=ur \
    pm=fr pn=en pr=es pw=pau py=gn qa=ar re=fr rs=sr sb=en sj=nb sx=en sy=ar sz=en tc=en td=ar tf=fr tj=tg tm=tk \
    tv=tvl tz=sw ua=uk um=en us=en uy=es va=it vc=en vg=en vn=vi vu=bi wf=fr ws=sm xk=sq ye=ar yt=fr zm=en zw=sn
    """
}
