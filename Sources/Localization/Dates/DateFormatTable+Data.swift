// Made by Tests/Tools/make-date-formats.py from the Unicode CLDR, by Babel 2.18.0.

extension DateFormatTable {
  /// One line a locale: tag, a day (the long form of CLDR), a time (the short form), {1} the day and {0} the time
  /// together, before and after noon where the time says so, the months.
  static let lines = """
    af|dd N y|HH:mm|{1} {0}||Januarie;Februarie;Maart;April;Mei;Junie;Julie;Augustus;September;Oktober;November;Desember
    am|d N y|h:mm a|{1} {0}|ጥዋት;ከሰዓት|ጃንዋሪ;ፌብሩዋሪ;ማርች;ኤፕሪል;ሜይ;ጁን;ጁላይ;ኦገስት;ሴፕቴምበር;ኦክቶበር;ኖቬምበር;ዲሴምበር
    ar|d N y|h:mm a|{1}، {0}|ص;م|يناير;فبراير;مارس;أبريل;مايو;يونيو;يوليو;أغسطس;سبتمبر;أكتوبر;نوفمبر;ديسمبر
    ar-DZ|d N y|h:mm a|{1}، {0}|ص;م|جانفي;فيفري;مارس;أفريل;ماي;جوان;جويلية;أوت;سبتمبر;أكتوبر;نوفمبر;ديسمبر
    ar-JO|d N y|h:mm a|{1}، {0}|ص;م|كانون الثاني;شباط;آذار;نيسان;أيار;حزيران;تموز;آب;أيلول;تشرين الأول;تشرين الثاني;كانون الأول
    ar-LB|d N y|h:mm a|{1}، {0}|ص;م|كانون الثاني;شباط;آذار;نيسان;أيار;حزيران;تموز;آب;أيلول;تشرين الأول;تشرين الثاني;كانون الأول
    ar-MA|d N y|HH:mm|{1}، {0}||يناير;فبراير;مارس;أبريل;ماي;يونيو;يوليوز;غشت;شتنبر;أكتوبر;نونبر;دجنبر
    ar-TN|d N y|h:mm a|{1}، {0}|ص;م|جانفي;فيفري;مارس;أفريل;ماي;جوان;جويلية;أوت;سبتمبر;أكتوبر;نوفمبر;ديسمبر
    az|d N y|HH:mm|{1} {0}||yanvar;fevral;mart;aprel;may;iyun;iyul;avqust;sentyabr;oktyabr;noyabr;dekabr
    be|d N y\u{202F}'г'.|HH:mm|{1}, {0}||студзеня;лютага;сакавіка;красавіка;мая;чэрвеня;ліпеня;жніўня;верасня;кастрычніка;лістапада;снежня
    bg|d N y\u{202F}'г'.|H:mm|{1}, {0}||януари;февруари;март;април;май;юни;юли;август;септември;октомври;ноември;декември
    bn|d N, y|h:mm a|{1} {0}|AM;PM|জানুয়ারী;ফেব্রুয়ারী;মার্চ;এপ্রিল;মে;জুন;জুলাই;আগস্ট;সেপ্টেম্বর;অক্টোবর;নভেম্বর;ডিসেম্বর
    bs|d. N y.|HH:mm|{1}, {0}||januar;februar;mart;april;maj;juni;juli;august;septembar;oktobar;novembar;decembar
    ca|d N 'del' y|H:mm|{1}, {0}||de gener;de febrer;de març;d’abril;de maig;de juny;de juliol;d’agost;de setembre;d’octubre;de novembre;de desembre
    cs|d. N y|H:mm|{1} {0}||ledna;února;března;dubna;května;června;července;srpna;září;října;listopadu;prosince
    cy|d N y|HH:mm|{1}, {0}||Ionawr;Chwefror;Mawrth;Ebrill;Mai;Mehefin;Gorffennaf;Awst;Medi;Hydref;Tachwedd;Rhagfyr
    da|d. N y|HH.mm|{1} {0}||januar;februar;marts;april;maj;juni;juli;august;september;oktober;november;december
    de|d. N y|HH:mm|{1}, {0}||Januar;Februar;März;April;Mai;Juni;Juli;August;September;Oktober;November;Dezember
    de-AT|d. N y|HH:mm|{1}, {0}||Jänner;Februar;März;April;Mai;Juni;Juli;August;September;Oktober;November;Dezember
    el|d N y|h:mm\u{202F}a|{1} - {0}|π.μ.;μ.μ.|Ιανουαρίου;Φεβρουαρίου;Μαρτίου;Απριλίου;Μαΐου;Ιουνίου;Ιουλίου;Αυγούστου;Σεπτεμβρίου;Οκτωβρίου;Νοεμβρίου;Δεκεμβρίου
    en|N d, y|h:mm\u{202F}a|{1}, {0}|AM;PM|January;February;March;April;May;June;July;August;September;October;November;December
    en-AE|d N y|h:mm\u{202F}a|{1}, {0}|AM;PM|January;February;March;April;May;June;July;August;September;October;November;December
    en-AT|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-AU|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December
    en-BE|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-CA|N d, y|h:mm\u{202F}a|{1}, {0}|a.m.;p.m.|January;February;March;April;May;June;July;August;September;October;November;December
    en-CH|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-CZ|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-DE|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-DK|d N y|HH.mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-ES|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-FI|d N y|H.mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-FR|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-GB|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-HK|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December
    en-HU|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-IE|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-IL|d N y|H:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-IN|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December
    en-IT|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-MY|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December
    en-NL|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-NO|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-NZ|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December
    en-PL|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-PT|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-RO|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-SE|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-SG|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December
    en-SI|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-SK|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    en-ZA|dd N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December
    es|d 'de' N 'de' y|H:mm|{1}, {0}||enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-419|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.m.;p.m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-AR|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-BO|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-CL|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-CO|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-CR|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-DO|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-EC|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-GT|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-HN|dd 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-MX|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.m.;p.m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-NI|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-PA|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-PE|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;setiembre;octubre;noviembre;diciembre
    es-PR|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-PY|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-SV|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-US|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.m.;p.m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    es-UY|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;setiembre;octubre;noviembre;diciembre
    es-VE|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre
    et|d. N y|HH:mm|{1} {0}||jaanuar;veebruar;märts;aprill;mai;juuni;juuli;august;september;oktoober;november;detsember
    eu|y('e')'ko' N'ren' d('a')|HH:mm|{1} ({0})||urtarrila;otsaila;martxoa;apirila;maiatza;ekaina;uztaila;abuztua;iraila;urria;azaroa;abendua
    fa|d N y|H:mm|{1}، ساعت {0}||ژانویهٔ;فوریهٔ;مارس;آوریل;مهٔ;ژوئن;ژوئیهٔ;اوت;سپتامبر;اکتبر;نوامبر;دسامبر
    fi|d. N y|H.mm|{1} {0}||tammikuuta;helmikuuta;maaliskuuta;huhtikuuta;toukokuuta;kesäkuuta;heinäkuuta;elokuuta;syyskuuta;lokakuuta;marraskuuta;joulukuuta
    fil|N d, y|h:mm\u{202F}a|{1}, {0}|AM;PM|Enero;Pebrero;Marso;Abril;Mayo;Hunyo;Hulyo;Agosto;Setyembre;Oktubre;Nobyembre;Disyembre
    fr|d N y|HH:mm|{1}, {0}||janvier;février;mars;avril;mai;juin;juillet;août;septembre;octobre;novembre;décembre
    fr-CA|d N y|HH 'h' mm|{1}, {0}||janvier;février;mars;avril;mai;juin;juillet;août;septembre;octobre;novembre;décembre
    ga|d N y|HH:mm|{1} {0}||Eanáir;Feabhra;Márta;Aibreán;Bealtaine;Meitheamh;Iúil;Lúnasa;Meán Fómhair;Deireadh Fómhair;Samhain;Nollaig
    gl|d 'de' N 'de' y|HH:mm|{1}, {0}||xaneiro;febreiro;marzo;abril;maio;xuño;xullo;agosto;setembro;outubro;novembro;decembro
    gu|d N, y|hh:mm a|{1} {0}|AM;PM|જાન્યુઆરી;ફેબ્રુઆરી;માર્ચ;એપ્રિલ;મે;જૂન;જુલાઈ;ઑગસ્ટ;સપ્ટેમ્બર;ઑક્ટોબર;નવેમ્બર;ડિસેમ્બર
    he|d בN y|H:mm|{1}, {0}||ינואר;פברואר;מרץ;אפריל;מאי;יוני;יולי;אוגוסט;ספטמבר;אוקטובר;נובמבר;דצמבר
    hi|d N y|h:mm a|{1}, {0}|am;pm|जनवरी;फ़रवरी;मार्च;अप्रैल;मई;जून;जुलाई;अगस्त;सितंबर;अक्टूबर;नवंबर;दिसंबर
    hr|d. N y.|HH:mm|{1} {0}||siječnja;veljače;ožujka;travnja;svibnja;lipnja;srpnja;kolovoza;rujna;listopada;studenoga;prosinca
    hu|y. N d.|H:mm|{1} {0}||január;február;március;április;május;június;július;augusztus;szeptember;október;november;december
    hy|dd N, y թ.|HH:mm|{1}, {0}||հունվարի;փետրվարի;մարտի;ապրիլի;մայիսի;հունիսի;հուլիսի;օգոստոսի;սեպտեմբերի;հոկտեմբերի;նոյեմբերի;դեկտեմբերի
    id|d N y|HH.mm|{1} {0}||Januari;Februari;Maret;April;Mei;Juni;Juli;Agustus;September;Oktober;November;Desember
    is|d. N y|HH:mm|{1}, {0}||janúar;febrúar;mars;apríl;maí;júní;júlí;ágúst;september;október;nóvember;desember
    it|d N y|HH:mm|{1} {0}||gennaio;febbraio;marzo;aprile;maggio;giugno;luglio;agosto;settembre;ottobre;novembre;dicembre
    ja|y年M月d日|H:mm|{1} {0}||1月;2月;3月;4月;5月;6月;7月;8月;9月;10月;11月;12月
    ka|d N, y|HH:mm|{1}, {0}||იანვარი;თებერვალი;მარტი;აპრილი;მაისი;ივნისი;ივლისი;აგვისტო;სექტემბერი;ოქტომბერი;ნოემბერი;დეკემბერი
    kk|y\u{202F}'ж'. d N|HH:mm|{1}, {0}||қаңтар;ақпан;наурыз;сәуір;мамыр;маусым;шілде;тамыз;қыркүйек;қазан;қараша;желтоқсан
    km|d N y|h:mm a|{1}, {0}|AM;PM|មករា;កុម្ភៈ;មីនា;មេសា;ឧសភា;មិថុនា;កក្កដា;សីហា;កញ្ញា;តុលា;វិច្ឆិកា;ធ្នូ
    kn|N d, y|hh:mm a|{1} {0}|AM;PM|ಜನವರಿ;ಫೆಬ್ರವರಿ;ಮಾರ್ಚ್;ಏಪ್ರಿಲ್;ಮೇ;ಜೂನ್;ಜುಲೈ;ಆಗಸ್ಟ್;ಸೆಪ್ಟೆಂಬರ್;ಅಕ್ಟೋಬರ್;ನವೆಂಬರ್;ಡಿಸೆಂಬರ್
    ko|y년 N d일|a h:mm|{1} {0}|오전;오후|1월;2월;3월;4월;5월;6월;7월;8월;9월;10월;11월;12월
    ky|y-'ж'., d-N|HH:mm|{1} {0}||январь;февраль;март;апрель;май;июнь;июль;август;сентябрь;октябрь;ноябрь;декабрь
    lb|d. N y|HH:mm|{1} {0}||Januar;Februar;Mäerz;Abrëll;Mee;Juni;Juli;August;September;Oktober;November;Dezember
    lo|d N y|H:mm|{1}, {0}||ມັງກອນ;ກຸມພາ;ມີນາ;ເມສາ;ພຶດສະພາ;ມິຖຸນາ;ກໍລະກົດ;ສິງຫາ;ກັນຍາ;ຕຸລາ;ພະຈິກ;ທັນວາ
    lt|y 'm'. N d 'd'.|HH:mm|{1} {0}||sausio;vasario;kovo;balandžio;gegužės;birželio;liepos;rugpjūčio;rugsėjo;spalio;lapkričio;gruodžio
    lv|y. 'gada' d. N|HH:mm|{1} {0}||janvāris;februāris;marts;aprīlis;maijs;jūnijs;jūlijs;augusts;septembris;oktobris;novembris;decembris
    mk|d N y\u{202F}'г'.|HH:mm|{1}, {0}||јануари;февруари;март;април;мај;јуни;јули;август;септември;октомври;ноември;декември
    ml|y, N d|h:mm a|{1} {0}|AM;PM|ജനുവരി;ഫെബ്രുവരി;മാർച്ച്;ഏപ്രിൽ;മേയ്;ജൂൺ;ജൂലൈ;ഓഗസ്റ്റ്;സെപ്റ്റംബർ;ഒക്\u{200C}ടോബർ;നവംബർ;ഡിസംബർ
    mn|y\u{202F}'оны' N'ын' d|HH:mm|{1} {0}||нэгдүгээр сар;хоёрдугаар сар;гуравдугаар сар;дөрөвдүгээр сар;тавдугаар сар;зургаадугаар сар;долоодугаар сар;наймдугаар сар;есдүгээр сар;аравдугаар сар;арван нэгдүгээр сар;арван хоёрдугаар сар
    mr|d N, y|h:mm a|{1}, {0}|AM;PM|जानेवारी;फेब्रुवारी;मार्च;एप्रिल;मे;जून;जुलै;ऑगस्ट;सप्टेंबर;ऑक्टोबर;नोव्हेंबर;डिसेंबर
    ms|d N y|h:mm\u{202F}a|{1} {0}|PG;PTG|Januari;Februari;Mac;April;Mei;Jun;Julai;Ogos;September;Oktober;November;Disember
    mt|d 'ta'’ N y|HH:mm|{1} {0}||Jannar;Frar;Marzu;April;Mejju;Ġunju;Lulju;Awwissu;Settembru;Ottubru;Novembru;Diċembru
    my|y N d|H:mm|{1} {0}||ဇန်နဝါရီ;ဖေဖော်ဝါရီ;မတ်;ဧပြီ;မေ;ဇွန်;ဇူလိုင်;ဩဂုတ်;စက်တင်ဘာ;အောက်တိုဘာ;နိုဝင်ဘာ;ဒီဇင်ဘာ
    nb|d. N y|HH:mm|{1}, {0}||januar;februar;mars;april;mai;juni;juli;august;september;oktober;november;desember
    ne|y N d|HH:mm|{1} {0}||जनवरी;फेब्रुअरी;मार्च;अप्रिल;मे;जुन;जुलाई;अगस्ट;सेप्टेम्बर;अक्टोबर;नोभेम्बर;डिसेम्बर
    nl|d N y|HH:mm|{1}, {0}||januari;februari;maart;april;mei;juni;juli;augustus;september;oktober;november;december
    nn|d. N y|HH:mm|{1} kl. {0}||januar;februar;mars;april;mai;juni;juli;august;september;oktober;november;desember
    no|d. N y|HH:mm|{1}, {0}||januar;februar;mars;april;mai;juni;juli;august;september;oktober;november;desember
    pa|d N y|h:mm a|{1} {0}|ਪੂ.ਦੁ.;ਬਾ.ਦੁ.|ਜਨਵਰੀ;ਫ਼ਰਵਰੀ;ਮਾਰਚ;ਅਪ੍ਰੈਲ;ਮਈ;ਜੂਨ;ਜੁਲਾਈ;ਅਗਸਤ;ਸਤੰਬਰ;ਅਕਤੂਬਰ;ਨਵੰਬਰ;ਦਸੰਬਰ
    pl|d N y|HH:mm|{1} {0}||stycznia;lutego;marca;kwietnia;maja;czerwca;lipca;sierpnia;września;października;listopada;grudnia
    pt|d 'de' N 'de' y|HH:mm|{1} {0}||janeiro;fevereiro;março;abril;maio;junho;julho;agosto;setembro;outubro;novembro;dezembro
    pt-PT|d 'de' N 'de' y|HH:mm|{1}, {0}||janeiro;fevereiro;março;abril;maio;junho;julho;agosto;setembro;outubro;novembro;dezembro
    ro|d N y|HH:mm|{1}, {0}||ianuarie;februarie;martie;aprilie;mai;iunie;iulie;august;septembrie;octombrie;noiembrie;decembrie
    ru|d N y\u{202F}'г'.|HH:mm|{1}, {0}||января;февраля;марта;апреля;мая;июня;июля;августа;сентября;октября;ноября;декабря
    si|y N d|HH.mm|{1} {0}||ජනවාරි;පෙබරවාරි;මාර්තු;අප්\u{200D}රේල්;මැයි;ජූනි;ජූලි;අගෝස්තු;සැප්තැම්බර්;ඔක්තෝබර්;නොවැම්බර්;දෙසැම්බර්
    sk|d. N y|H:mm|{1}, {0}||januára;februára;marca;apríla;mája;júna;júla;augusta;septembra;októbra;novembra;decembra
    sl|d. N y|HH:mm|{1} {0}||januar;februar;marec;april;maj;junij;julij;avgust;september;oktober;november;december
    sq|d N y|h:mm\u{202F}a|{1}, {0}|e paradites;e pasdites|janar;shkurt;mars;prill;maj;qershor;korrik;gusht;shtator;tetor;nëntor;dhjetor
    sr|d. N y.|HH:mm|{1} {0}||јануар;фебруар;март;април;мај;јун;јул;август;септембар;октобар;новембар;децембар
    sr-Latn|d. N y.|HH:mm|{1} {0}||januar;februar;mart;april;maj;jun;jul;avgust;septembar;oktobar;novembar;decembar
    sv|d N y|HH:mm|{1} {0}||januari;februari;mars;april;maj;juni;juli;augusti;september;oktober;november;december
    sw|d N y|HH:mm|{1} {0}||Januari;Februari;Machi;Aprili;Mei;Juni;Julai;Agosti;Septemba;Oktoba;Novemba;Desemba
    ta|d N, y|h:mm a|{1}, {0}|AM;PM|ஜனவரி;பிப்ரவரி;மார்ச்;ஏப்ரல்;மே;ஜூன்;ஜூலை;ஆகஸ்ட்;செப்டம்பர்;அக்டோபர்;நவம்பர்;டிசம்பர்
    te|d N, y|h:mm a|{1} {0}|AM;PM|జనవరి;ఫిబ్రవరి;మార్చి;ఏప్రిల్;మే;జూన్;జులై;ఆగస్టు;సెప్టెంబర్;అక్టోబర్;నవంబర్;డిసెంబర్
    th|d N 'ค.ศ.' y|HH:mm|{1} {0}||มกราคม;กุมภาพันธ์;มีนาคม;เมษายน;พฤษภาคม;มิถุนายน;กรกฎาคม;สิงหาคม;กันยายน;ตุลาคม;พฤศจิกายน;ธันวาคม
    tr|d N y|HH:mm|{1} {0}||Ocak;Şubat;Mart;Nisan;Mayıs;Haziran;Temmuz;Ağustos;Eylül;Ekim;Kasım;Aralık
    uk|d N y\u{202F}'р'.|HH:mm|{1}, {0}||січня;лютого;березня;квітня;травня;червня;липня;серпня;вересня;жовтня;листопада;грудня
    ur|d N، y|h:mm a|{1} {0}|AM;PM|جنوری;فروری;مارچ;اپریل;مئی;جون;جولائی;اگست;ستمبر;اکتوبر;نومبر;دسمبر
    uz|d-N, y|HH:mm|{1}, {0}||yanvar;fevral;mart;aprel;may;iyun;iyul;avgust;sentabr;oktabr;noyabr;dekabr
    vi|d N, y|HH:mm|{0} {1}||tháng 1;tháng 2;tháng 3;tháng 4;tháng 5;tháng 6;tháng 7;tháng 8;tháng 9;tháng 10;tháng 11;tháng 12
    zh|y年M月d日|HH:mm|{1} {0}||一月;二月;三月;四月;五月;六月;七月;八月;九月;十月;十一月;十二月
    zh-HK|y年M月d日|ah:mm|{1} {0}|上午;下午|1月;2月;3月;4月;5月;6月;7月;8月;9月;10月;11月;12月
    zh-SG|y年M月d日|ah:mm|{1} {0}|上午;下午|一月;二月;三月;四月;五月;六月;七月;八月;九月;十月;十一月;十二月
    zh-TW|y年M月d日|ah:mm|{1} {0}|上午;下午|1月;2月;3月;4月;5月;6月;7月;8月;9月;10月;11月;12月
    zu|N d, y|HH:mm|{1} {0}||Januwari;Februwari;Mashi;Ephreli;Meyi;Juni;Julayi;Agasti;Septhemba;Okthoba;Novemba;Disemba
    """
}
