// Made by Tests/Tools/make-date-formats.py from the Unicode CLDR, by Babel 2.18.0.

extension DateFormatTable {
  /// One line a locale: tag, a day (the long form of CLDR), a time (the short form), {1} the day and {0} the time
  /// together, before and after noon where the time says so, the months as they stand in a day, their other names.
  static let lines = """
    af|dd N y|HH:mm|{1} {0}||Januarie;Februarie;Maart;April;Mei;Junie;Julie;Augustus;September;Oktober;November;Desember|Jan.;Feb.;Mrt.;Apr.;;Jun.;Jul.;Aug.;Sep.;Okt.;Nov.;Des.
    am|d N y|h:mm a|{1} {0}|ጥዋት;ከሰዓት|ጃንዋሪ;ፌብሩዋሪ;ማርች;ኤፕሪል;ሜይ;ጁን;ጁላይ;ኦገስት;ሴፕቴምበር;ኦክቶበር;ኖቬምበር;ዲሴምበር|ጃን;ፌብ;;ኤፕሪ;;;;ኦገስ;ሴፕቴ;ኦክቶ;ኖቬም;ዲሴም
    ar|d N y|h:mm a|{1}، {0}|ص;م|يناير;فبراير;مارس;أبريل;مايو;يونيو;يوليو;أغسطس;سبتمبر;أكتوبر;نوفمبر;ديسمبر|;;;;;;;;;;;
    ar-DZ|d N y|h:mm a|{1}، {0}|ص;م|جانفي;فيفري;مارس;أفريل;ماي;جوان;جويلية;أوت;سبتمبر;أكتوبر;نوفمبر;ديسمبر|;;;;;;;;;;;
    ar-JO|d N y|h:mm a|{1}، {0}|ص;م|كانون الثاني;شباط;آذار;نيسان;أيار;حزيران;تموز;آب;أيلول;تشرين الأول;تشرين الثاني;كانون الأول|;;;;;;;;;;;
    ar-LB|d N y|h:mm a|{1}، {0}|ص;م|كانون الثاني;شباط;آذار;نيسان;أيار;حزيران;تموز;آب;أيلول;تشرين الأول;تشرين الثاني;كانون الأول|;;;;;;;;;;;
    ar-MA|d N y|HH:mm|{1}، {0}||يناير;فبراير;مارس;أبريل;ماي;يونيو;يوليوز;غشت;شتنبر;أكتوبر;نونبر;دجنبر|;;;;;;;;;;;
    ar-TN|d N y|h:mm a|{1}، {0}|ص;م|جانفي;فيفري;مارس;أفريل;ماي;جوان;جويلية;أوت;سبتمبر;أكتوبر;نوفمبر;ديسمبر|;;;;;;;;;;;
    az|d N y|HH:mm|{1} {0}||yanvar;fevral;mart;aprel;may;iyun;iyul;avqust;sentyabr;oktyabr;noyabr;dekabr|yan;fev;mar;apr;;iyn;iyl;avq;sen;okt;noy;dek
    be|d N y\u{202F}'г'.|HH:mm|{1}, {0}||студзеня;лютага;сакавіка;красавіка;мая;чэрвеня;ліпеня;жніўня;верасня;кастрычніка;лістапада;снежня|сту,студзень;лют,люты;сак,сакавік;кра,красавік;май;чэр,чэрвень;ліп,ліпень;жні,жнівень;вер,верасень;кас,кастрычнік;ліс,лістапад;сне,снежань
    bg|d N y\u{202F}'г'.|H:mm|{1}, {0}||януари;февруари;март;април;май;юни;юли;август;септември;октомври;ноември;декември|яну;фев;;апр;;;;авг;сеп;окт;ное;дек
    bn|d N, y|h:mm a|{1} {0}|AM;PM|জানুয়ারী;ফেব্রুয়ারী;মার্চ;এপ্রিল;মে;জুন;জুলাই;আগস্ট;সেপ্টেম্বর;অক্টোবর;নভেম্বর;ডিসেম্বর|জানু;ফেব;;এপ্রি;;;জুল;আগ;সেপ;অক্টো;নভে;ডিসে
    bn-IN|d N, y|h:mm a|{1} {0}|AM;PM|জানুয়ারী;ফেব্রুয়ারী;মার্চ;এপ্রিল;মে;জুন;জুলাই;আগস্ট;সেপ্টেম্বর;অক্টোবর;নভেম্বর;ডিসেম্বর|জানু;ফেব;;এপ্রি;;;জুল;আগ;সেপ্টেঃ;অক্টোঃ;নভেঃ;ডিসেঃ
    bs|d. N y.|HH:mm|{1}, {0}||januar;februar;mart;april;maj;juni;juli;august;septembar;oktobar;novembar;decembar|jan;feb;mar;apr;;jun;jul;aug;sep;okt;nov;dec
    ca|d N 'del' y|H:mm|{1}, {0}||de gener;de febrer;de març;d’abril;de maig;de juny;de juliol;d’agost;de setembre;d’octubre;de novembre;de desembre|de gen.,gen.,gener;de febr.,febr.,febrer;març;d’abr.,abr.,abril;maig;juny;de jul.,jul.,juliol;d’ag.,ag.,agost;de set.,set.,setembre;d’oct.,oct.,octubre;de nov.,nov.,novembre;de des.,des.,desembre
    cs|d. N y|H:mm|{1} {0}||ledna;února;března;dubna;května;června;července;srpna;září;října;listopadu;prosince|led,leden;úno,únor;bře,březen;dub,duben;kvě,květen;čvn,červen;čvc,červenec;srp,srpen;zář;říj,říjen;lis,listopad;pro,prosinec
    cy|d N y|HH:mm|{1}, {0}||Ionawr;Chwefror;Mawrth;Ebrill;Mai;Mehefin;Gorffennaf;Awst;Medi;Hydref;Tachwedd;Rhagfyr|Ion;Chwef,Chw;Maw;Ebr;;Meh;Gorff,Gor;;;Hyd;Tach;Rhag
    da|d. N y|HH.mm|{1} {0}||januar;februar;marts;april;maj;juni;juli;august;september;oktober;november;december|jan.;feb.;mar.;apr.;;jun.;jul.;aug.;sep.;okt.;nov.;dec.
    de|d. N y|HH:mm|{1}, {0}||Januar;Februar;März;April;Mai;Juni;Juli;August;September;Oktober;November;Dezember|Jan;Feb;Mär;Apr;;Jun;Jul;Aug;Sept.,Sep;Okt;Nov;Dez
    de-AT|d. N y|HH:mm|{1}, {0}||Jänner;Februar;März;April;Mai;Juni;Juli;August;September;Oktober;November;Dezember|Jän;Feb;Mär;Apr;;Jun;Jul;Aug;Sep;Okt;Nov;Dez
    el|d N y|h:mm\u{202F}a|{1} - {0}|π.μ.;μ.μ.|Ιανουαρίου;Φεβρουαρίου;Μαρτίου;Απριλίου;Μαΐου;Ιουνίου;Ιουλίου;Αυγούστου;Σεπτεμβρίου;Οκτωβρίου;Νοεμβρίου;Δεκεμβρίου|Ιαν,Ιανουάριος;Φεβ,Φεβρουάριος;Μαρ,Μάρ,Μάρτιος;Απρ,Απρίλιος;Μαΐ,Μάι,Μάιος;Ιουν,Ιούν,Ιούνιος;Ιουλ,Ιούλ,Ιούλιος;Αυγ,Αύγ,Αύγουστος;Σεπ,Σεπτέμβριος;Οκτ,Οκτώβριος;Νοε,Νοέ,Νοέμβριος;Δεκ,Δεκέμβριος
    en|N d, y|h:mm\u{202F}a|{1}, {0}|AM;PM|January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sep;Oct;Nov;Dec
    en-AE|d N y|h:mm\u{202F}a|{1}, {0}|AM;PM|January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sep;Oct;Nov;Dec
    en-AT|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-AU|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;;;Aug;Sept;Oct;Nov;Dec
    en-BE|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-CA|N d, y|h:mm\u{202F}a|{1}, {0}|a.m.;p.m.|January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sep;Oct;Nov;Dec
    en-CH|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-CZ|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-DE|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-DK|d N y|HH.mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-ES|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-FI|d N y|H.mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-FR|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-GB|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-HK|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-HU|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-IE|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-IL|d N y|H:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-IN|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-IT|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-MY|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-NL|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-NO|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-NZ|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-PL|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-PT|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-RO|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-SE|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-SG|d N y|h:mm\u{202F}a|{1}, {0}|am;pm|January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-SI|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-SK|d N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    en-ZA|dd N y|HH:mm|{1}, {0}||January;February;March;April;May;June;July;August;September;October;November;December|Jan;Feb;Mar;Apr;;Jun;Jul;Aug;Sept;Oct;Nov;Dec
    es|d 'de' N 'de' y|H:mm|{1}, {0}||enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-419|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.m.;p.m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-AR|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-BO|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-CL|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene.;feb.;mar.;abr.;may.;jun.;jul.;ago.;sept.;oct.;nov.;dic.
    es-CO|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene.;feb.;mar.;abr.;may.;jun.;jul.;ago.;sept.;oct.;nov.;dic.
    es-CR|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-DO|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-EC|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-GT|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-HN|dd 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-MX|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.m.;p.m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sep;oct;nov;dic
    es-NI|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-PA|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-PE|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;setiembre;octubre;noviembre;diciembre|Ene.;Feb.;Mar.;Abr.;May.;Jun.;Jul.;Ago.;Set.;Oct.;Nov.;Dic.
    es-PR|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-PY|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene.;feb.;mar.;abr.;may.;jun.;jul.;ago.;sept.;oct.;nov.;dic.
    es-SV|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-US|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.m.;p.m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene;feb;mar;abr;may;jun;jul;ago;sept;oct;nov;dic
    es-UY|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;setiembre;octubre;noviembre;diciembre|Ene.;Feb.;Mar.;Abr.;May.;Jun.;Jul.;Ago.;Set.;Oct.;Nov.;Dic.
    es-VE|d 'de' N 'de' y|h:mm\u{202F}a|{1}, {0}|a.\u{A0}m.;p.\u{A0}m.|enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre|ene.;feb.;mar.;abr.;may.;jun.;jul.;ago.;sept.;oct.;nov.;dic.
    et|d. N y|HH:mm|{1} {0}||jaanuar;veebruar;märts;aprill;mai;juuni;juuli;august;september;oktoober;november;detsember|jaan;veebr;;apr;;;;aug;sept;okt;nov;dets
    eu|y('e')'ko' N'ren' d('a')|HH:mm|{1} ({0})||urtarrila;otsaila;martxoa;apirila;maiatza;ekaina;uztaila;abuztua;iraila;urria;azaroa;abendua|urt.;ots.;mar.;api.;mai.;eka.;uzt.;abu.;ira.;urr.;aza.;abe.
    fa|d N y|H:mm|{1}، ساعت {0}||ژانویهٔ;فوریهٔ;مارس;آوریل;مهٔ;ژوئن;ژوئیهٔ;اوت;سپتامبر;اکتبر;نوامبر;دسامبر|ژانویه;فوریه;;;مه;;ژوئیه;;;;;
    fi|d. N y|H.mm|{1} {0}||tammikuuta;helmikuuta;maaliskuuta;huhtikuuta;toukokuuta;kesäkuuta;heinäkuuta;elokuuta;syyskuuta;lokakuuta;marraskuuta;joulukuuta|tammi,tammikuu;helmi,helmikuu;maalis,maaliskuu;huhti,huhtikuu;touko,toukokuu;kesä,kesäkuu;heinä,heinäkuu;elo,elokuu;syys,syyskuu;loka,lokakuu;marras,marraskuu;joulu,joulukuu
    fil|N d, y|h:mm\u{202F}a|{1}, {0}|AM;PM|Enero;Pebrero;Marso;Abril;Mayo;Hunyo;Hulyo;Agosto;Setyembre;Oktubre;Nobyembre;Disyembre|Ene;Peb;Mar;Abr;May;Hun;Hul;Ago;Set;Okt;Nob;Dis
    fr|d N y|HH:mm|{1}, {0}||janvier;février;mars;avril;mai;juin;juillet;août;septembre;octobre;novembre;décembre|janv.;févr.;;avr.;;;juil.;;sept.;oct.;nov.;déc.
    fr-CA|d N y|HH 'h' mm|{1}, {0}||janvier;février;mars;avril;mai;juin;juillet;août;septembre;octobre;novembre;décembre|janv.;févr.;;avr.;;;juill.;;sept.;oct.;nov.;déc.
    fr-MA|d N y|HH:mm|{1}, {0}||janvier;février;mars;avril;mai;juin;juillet;août;septembre;octobre;novembre;décembre|jan.;fév.;mar.;avr.;;jui.;juil.;;sept.;oct.;nov.;déc.
    ga|d N y|HH:mm|{1} {0}||Eanáir;Feabhra;Márta;Aibreán;Bealtaine;Meitheamh;Iúil;Lúnasa;Meán Fómhair;Deireadh Fómhair;Samhain;Nollaig|Ean;Feabh;;Aib;Beal;Meith;;Lún;MFómh;DFómh;Samh;Noll
    gl|d 'de' N 'de' y|HH:mm|{1}, {0}||xaneiro;febreiro;marzo;abril;maio;xuño;xullo;agosto;setembro;outubro;novembro;decembro|xan.;feb.;mar.;abr.;;;xul.;ago.;set.;out.;nov.;dec.
    gu|d N, y|hh:mm a|{1} {0}|AM;PM|જાન્યુઆરી;ફેબ્રુઆરી;માર્ચ;એપ્રિલ;મે;જૂન;જુલાઈ;ઑગસ્ટ;સપ્ટેમ્બર;ઑક્ટોબર;નવેમ્બર;ડિસેમ્બર|જાન્યુ;ફેબ્રુ;;;;;;;સપ્ટે;ઑક્ટો;નવે;ડિસે
    he|d בN y|H:mm|{1}, {0}||ינואר;פברואר;מרץ;אפריל;מאי;יוני;יולי;אוגוסט;ספטמבר;אוקטובר;נובמבר;דצמבר|ינו׳;פבר׳;;אפר׳;;;;אוג׳;ספט׳;אוק׳;נוב׳;דצמ׳
    hi|d N y|h:mm a|{1}, {0}|am;pm|जनवरी;फ़रवरी;मार्च;अप्रैल;मई;जून;जुलाई;अगस्त;सितंबर;अक्टूबर;नवंबर;दिसंबर|जन॰;फ़र॰;;;;;जुल॰;अग॰;सित॰;अक्टू॰;नव॰;दिस॰
    hr|d. N y.|HH:mm|{1} {0}||siječnja;veljače;ožujka;travnja;svibnja;lipnja;srpnja;kolovoza;rujna;listopada;studenoga;prosinca|sij,siječanj;velj,veljača;ožu,ožujak;tra,travanj;svi,svibanj;lip,lipanj;srp,srpanj;kol,kolovoz;ruj,rujan;lis,listopad;stu,studeni;pro,prosinac
    hu|y. N d.|H:mm|{1} {0}||január;február;március;április;május;június;július;augusztus;szeptember;október;november;december|jan.;febr.;márc.;ápr.;máj.;jún.;júl.;aug.;szept.;okt.;nov.;dec.
    hy|dd N, y թ.|HH:mm|{1}, {0}||հունվարի;փետրվարի;մարտի;ապրիլի;մայիսի;հունիսի;հուլիսի;օգոստոսի;սեպտեմբերի;հոկտեմբերի;նոյեմբերի;դեկտեմբերի|հնվ,հունվար;փտվ,փետրվար;մրտ,մարտ;ապր,ապրիլ;մյս,մայիս;հնս,հունիս;հլս,հուլիս;օգս,օգոստոս;սեպ,սեպտեմբեր;հոկ,հոկտեմբեր;նոյ,նոյեմբեր;դեկ,դեկտեմբեր
    id|d N y|HH.mm|{1} {0}||Januari;Februari;Maret;April;Mei;Juni;Juli;Agustus;September;Oktober;November;Desember|Jan;Feb;Mar;Apr;;Jun;Jul;Agu;Sep;Okt;Nov;Des
    is|d. N y|HH:mm|{1}, {0}||janúar;febrúar;mars;apríl;maí;júní;júlí;ágúst;september;október;nóvember;desember|jan.;feb.;mar.;apr.;;jún.;júl.;ágú.;sep.;okt.;nóv.;des.
    it|d N y|HH:mm|{1} {0}||gennaio;febbraio;marzo;aprile;maggio;giugno;luglio;agosto;settembre;ottobre;novembre;dicembre|gen;feb;mar;apr;mag;giu;lug;ago;set;ott;nov;dic
    ja|y年M月d日|H:mm|{1} {0}||1月;2月;3月;4月;5月;6月;7月;8月;9月;10月;11月;12月|;;;;;;;;;;;
    ka|d N, y|HH:mm|{1}, {0}||იანვარი;თებერვალი;მარტი;აპრილი;მაისი;ივნისი;ივლისი;აგვისტო;სექტემბერი;ოქტომბერი;ნოემბერი;დეკემბერი|იან;თებ;მარ;აპრ;მაი;ივნ;ივლ;აგვ;სექ;ოქტ;ნოე;დეკ
    kk|y\u{202F}'ж'. d N|HH:mm|{1}, {0}||қаңтар;ақпан;наурыз;сәуір;мамыр;маусым;шілде;тамыз;қыркүйек;қазан;қараша;желтоқсан|қаң.;ақп.;нау.;сәу.;мам.;мау.;шіл.;там.;қыр.;қаз.;қар.;жел.
    km|d N y|h:mm a|{1}, {0}|AM;PM|មករា;កុម្ភៈ;មីនា;មេសា;ឧសភា;មិថុនា;កក្កដា;សីហា;កញ្ញា;តុលា;វិច្ឆិកា;ធ្នូ|;;;;;;;;;;;
    kn|N d, y|hh:mm a|{1} {0}|AM;PM|ಜನವರಿ;ಫೆಬ್ರವರಿ;ಮಾರ್ಚ್;ಏಪ್ರಿಲ್;ಮೇ;ಜೂನ್;ಜುಲೈ;ಆಗಸ್ಟ್;ಸೆಪ್ಟೆಂಬರ್;ಅಕ್ಟೋಬರ್;ನವೆಂಬರ್;ಡಿಸೆಂಬರ್|ಜನ;ಫೆಬ್ರ;;ಏಪ್ರಿ;;;;ಆಗ;ಸೆಪ್ಟೆಂ;ಅಕ್ಟೋ;ನವೆಂ;ಡಿಸೆಂ
    ko|y년 N d일|a h:mm|{1} {0}|오전;오후|1월;2월;3월;4월;5월;6월;7월;8월;9월;10월;11월;12월|;;;;;;;;;;;
    ky|y-'ж'., d-N|HH:mm|{1} {0}||январь;февраль;март;апрель;май;июнь;июль;август;сентябрь;октябрь;ноябрь;декабрь|Янв;Фев;Мар;Апр;;Июн;Июл;Авг;Сен;Окт;Ноя;Дек
    lb|d. N y|HH:mm|{1} {0}||Januar;Februar;Mäerz;Abrëll;Mee;Juni;Juli;August;September;Oktober;November;Dezember|Jan;Feb;Mäe;Abr;;Jun;Jul;Aug;Sep;Okt;Nov;Dez
    lo|d N y|H:mm|{1}, {0}||ມັງກອນ;ກຸມພາ;ມີນາ;ເມສາ;ພຶດສະພາ;ມິຖຸນາ;ກໍລະກົດ;ສິງຫາ;ກັນຍາ;ຕຸລາ;ພະຈິກ;ທັນວາ|ມ.ກ.;ກ.ພ.;ມ.ນ.;ມ.ສ.;ພ.ພ.;ມິ.ຖ.;ກ.ລ.;ສ.ຫ.;ກ.ຍ.;ຕ.ລ.;ພ.ຈ.;ທ.ວ.
    lt|y 'm'. N d 'd'.|HH:mm|{1} {0}||sausio;vasario;kovo;balandžio;gegužės;birželio;liepos;rugpjūčio;rugsėjo;spalio;lapkričio;gruodžio|saus.,sausis;vas.,vasaris;kov.,kovas;bal.,balandis;geg.,gegužė;birž.,birželis;liep.,liepa;rugp.,rugpjūtis;rugs.,rugsėjis;spal.,spalis;lapkr.,lapkritis;gruod.,gruodis
    lv|y. 'gada' d. N|HH:mm|{1} {0}||janvāris;februāris;marts;aprīlis;maijs;jūnijs;jūlijs;augusts;septembris;oktobris;novembris;decembris|janv.;febr.;;apr.;;jūn.;jūl.;aug.;sept.;okt.;nov.;dec.
    mk|d N y\u{202F}'г'.|HH:mm|{1}, {0}||јануари;февруари;март;април;мај;јуни;јули;август;септември;октомври;ноември;декември|јан.;фев.;мар.;апр.;;јун.;јул.;авг.;сеп.;окт.;ное.;дек.
    ml|y, N d|h:mm a|{1} {0}|AM;PM|ജനുവരി;ഫെബ്രുവരി;മാർച്ച്;ഏപ്രിൽ;മേയ്;ജൂൺ;ജൂലൈ;ഓഗസ്റ്റ്;സെപ്റ്റംബർ;ഒക്\u{200C}ടോബർ;നവംബർ;ഡിസംബർ|ജനു;ഫെബ്രു;മാർ;ഏപ്രി;;;;ഓഗ;സെപ്റ്റം;ഒക്ടോ;നവം;ഡിസം
    mn|y\u{202F}'оны' N'ын' d|HH:mm|{1} {0}||нэгдүгээр сар;хоёрдугаар сар;гуравдугаар сар;дөрөвдүгээр сар;тавдугаар сар;зургаадугаар сар;долоодугаар сар;наймдугаар сар;есдүгээр сар;аравдугаар сар;арван нэгдүгээр сар;арван хоёрдугаар сар|1-р сар;2-р сар;3-р сар;4-р сар;5-р сар;6-р сар;7-р сар;8-р сар;9-р сар;10-р сар;11-р сар;12-р сар
    mr|d N, y|h:mm a|{1}, {0}|AM;PM|जानेवारी;फेब्रुवारी;मार्च;एप्रिल;मे;जून;जुलै;ऑगस्ट;सप्टेंबर;ऑक्टोबर;नोव्हेंबर;डिसेंबर|जाने;फेब्रु;;एप्रि;;;;ऑग;सप्टें;ऑक्टो;नोव्हें;डिसें
    ms|d N y|h:mm\u{202F}a|{1} {0}|PG;PTG|Januari;Februari;Mac;April;Mei;Jun;Julai;Ogos;September;Oktober;November;Disember|Jan;Feb;;Apr;;;Jul;Ogo;Sep;Okt;Nov;Dis
    mt|d 'ta'’ N y|HH:mm|{1} {0}||Jannar;Frar;Marzu;April;Mejju;Ġunju;Lulju;Awwissu;Settembru;Ottubru;Novembru;Diċembru|Jan;Fra;Mar;Apr;Mej;Ġun;Lul;Aww;Set;Ott;Nov;Diċ
    my|y N d|H:mm|{1} {0}||ဇန်နဝါရီ;ဖေဖော်ဝါရီ;မတ်;ဧပြီ;မေ;ဇွန်;ဇူလိုင်;ဩဂုတ်;စက်တင်ဘာ;အောက်တိုဘာ;နိုဝင်ဘာ;ဒီဇင်ဘာ|ဇန်;ဖေ;;ဧ;;;ဇူ;ဩ;စက်;အောက်;နို;ဒီ
    nb|d. N y|HH:mm|{1}, {0}||januar;februar;mars;april;mai;juni;juli;august;september;oktober;november;desember|jan;feb;mar;apr;;jun;jul;aug;sep;okt;nov;des
    ne|y N d|HH:mm|{1} {0}||जनवरी;फेब्रुअरी;मार्च;अप्रिल;मे;जुन;जुलाई;अगस्ट;सेप्टेम्बर;अक्टोबर;नोभेम्बर;डिसेम्बर|;;;;;;;;;;;
    nl|d N y|HH:mm|{1}, {0}||januari;februari;maart;april;mei;juni;juli;augustus;september;oktober;november;december|jan;feb;mrt;apr;;jun;jul;aug;sep;okt;nov;dec
    nn|d. N y|HH:mm|{1} kl. {0}||januar;februar;mars;april;mai;juni;juli;august;september;oktober;november;desember|jan;feb;mar;apr;;jun;jul;aug;sep;okt;nov;des
    no|d. N y|HH:mm|{1}, {0}||januar;februar;mars;april;mai;juni;juli;august;september;oktober;november;desember|jan;feb;mar;apr;;jun;jul;aug;sep;okt;nov;des
    pa|d N y|h:mm a|{1} {0}|ਪੂ.ਦੁ.;ਬਾ.ਦੁ.|ਜਨਵਰੀ;ਫ਼ਰਵਰੀ;ਮਾਰਚ;ਅਪ੍ਰੈਲ;ਮਈ;ਜੂਨ;ਜੁਲਾਈ;ਅਗਸਤ;ਸਤੰਬਰ;ਅਕਤੂਬਰ;ਨਵੰਬਰ;ਦਸੰਬਰ|ਜਨ;ਫ਼ਰ;;ਅਪ੍ਰੈ;;;ਜੁਲਾ;ਅਗ;ਸਤੰ;ਅਕਤੂ;ਨਵੰ;ਦਸੰ
    pl|d N y|HH:mm|{1} {0}||stycznia;lutego;marca;kwietnia;maja;czerwca;lipca;sierpnia;września;października;listopada;grudnia|sty,styczeń;lut,luty;mar,marzec;kwi,kwiecień;maj;cze,czerwiec;lip,lipiec;sie,sierpień;wrz,wrzesień;paź,październik;lis,listopad;gru,grudzień
    pt|d 'de' N 'de' y|HH:mm|{1} {0}||janeiro;fevereiro;março;abril;maio;junho;julho;agosto;setembro;outubro;novembro;dezembro|jan.;fev.;mar.;abr.;mai.;jun.;jul.;ago.;set.;out.;nov.;dez.
    pt-PT|d 'de' N 'de' y|HH:mm|{1}, {0}||janeiro;fevereiro;março;abril;maio;junho;julho;agosto;setembro;outubro;novembro;dezembro|jan.;fev.;mar.;abr.;mai.;jun.;jul.;ago.;set.;out.;nov.;dez.
    ro|d N y|HH:mm|{1}, {0}||ianuarie;februarie;martie;aprilie;mai;iunie;iulie;august;septembrie;octombrie;noiembrie;decembrie|ian.;feb.;mar.;apr.;;iun.;iul.;aug.;sept.;oct.;nov.;dec.
    ru|d N y\u{202F}'г'.|HH:mm|{1}, {0}||января;февраля;марта;апреля;мая;июня;июля;августа;сентября;октября;ноября;декабря|янв.,январь;февр.,февраль;мар.,март;апр.,апрель;май;июн.,июнь;июл.,июль;авг.,август;сент.,сентябрь;окт.,октябрь;нояб.,ноябрь;дек.,декабрь
    si|y N d|HH.mm|{1} {0}||ජනවාරි;පෙබරවාරි;මාර්තු;අප්\u{200D}රේල්;මැයි;ජූනි;ජූලි;අගෝස්තු;සැප්තැම්බර්;ඔක්තෝබර්;නොවැම්බර්;දෙසැම්බර්|ජන;පෙබ;මාර්;;;;;අගෝ;සැප්;ඔක්;නොවැ;දෙසැ
    sk|d. N y|H:mm|{1}, {0}||januára;februára;marca;apríla;mája;júna;júla;augusta;septembra;októbra;novembra;decembra|jan,január;feb,február;mar,marec;apr,apríl;máj;jún;júl;aug,august;sep,september;okt,október;nov,november;dec,december
    sl|d. N y|HH:mm|{1} {0}||januar;februar;marec;april;maj;junij;julij;avgust;september;oktober;november;december|jan.;feb.;mar.;apr.;;jun.;jul.;avg.;sep.;okt.;nov.;dec.
    sq|d N y|h:mm\u{202F}a|{1}, {0}|e paradites;e pasdites|janar;shkurt;mars;prill;maj;qershor;korrik;gusht;shtator;tetor;nëntor;dhjetor|jan;shk;mar;pri;;qer;korr;gush;sht;tet;nën;dhj
    sr|d. N y.|HH:mm|{1} {0}||јануар;фебруар;март;април;мај;јун;јул;август;септембар;октобар;новембар;децембар|јан;феб;мар;апр;;;;авг;сеп;окт;нов;дец
    sr-Latn|d. N y.|HH:mm|{1} {0}||januar;februar;mart;april;maj;jun;jul;avgust;septembar;oktobar;novembar;decembar|jan;feb;mar;apr;;;;avg;sep;okt;nov;dec
    sv|d N y|HH:mm|{1} {0}||januari;februari;mars;april;maj;juni;juli;augusti;september;oktober;november;december|jan.;feb.;;apr.;;;;aug.;sep.;okt.;nov.;dec.
    sw|d N y|HH:mm|{1} {0}||Januari;Februari;Machi;Aprili;Mei;Juni;Julai;Agosti;Septemba;Oktoba;Novemba;Desemba|Jan;Feb;Mac;Apr;;Jun;Jul;Ago;Sep;Okt;Nov;Des
    ta|d N, y|h:mm a|{1}, {0}|AM;PM|ஜனவரி;பிப்ரவரி;மார்ச்;ஏப்ரல்;மே;ஜூன்;ஜூலை;ஆகஸ்ட்;செப்டம்பர்;அக்டோபர்;நவம்பர்;டிசம்பர்|ஜன.;பிப்.;மார்.;ஏப்.;;;;ஆக.;செப்.;அக்.;நவ.;டிச.
    te|d N, y|h:mm a|{1} {0}|AM;PM|జనవరి;ఫిబ్రవరి;మార్చి;ఏప్రిల్;మే;జూన్;జులై;ఆగస్టు;సెప్టెంబర్;అక్టోబర్;నవంబర్;డిసెంబర్|జన;ఫిబ్ర;;ఏప్రి;;;;ఆగ;సెప్టెం;అక్టో;నవం;డిసెం
    th|d N 'ค.ศ.' y|HH:mm|{1} {0}||มกราคม;กุมภาพันธ์;มีนาคม;เมษายน;พฤษภาคม;มิถุนายน;กรกฎาคม;สิงหาคม;กันยายน;ตุลาคม;พฤศจิกายน;ธันวาคม|ม.ค.;ก.พ.;มี.ค.;เม.ย.;พ.ค.;มิ.ย.;ก.ค.;ส.ค.;ก.ย.;ต.ค.;พ.ย.;ธ.ค.
    tr|d N y|HH:mm|{1} {0}||Ocak;Şubat;Mart;Nisan;Mayıs;Haziran;Temmuz;Ağustos;Eylül;Ekim;Kasım;Aralık|Oca;Şub;Mar;Nis;May;Haz;Tem;Ağu;Eyl;Eki;Kas;Ara
    uk|d N y\u{202F}'р'.|HH:mm|{1}, {0}||січня;лютого;березня;квітня;травня;червня;липня;серпня;вересня;жовтня;листопада;грудня|січ.,січень;лют.,лютий;бер.,березень;квіт.,квітень;трав.,травень;черв.,червень;лип.,липень;серп.,серпень;вер.,вересень;жовт.,жовтень;лист.,листопад;груд.,грудень
    ur|d N، y|h:mm a|{1} {0}|AM;PM|جنوری;فروری;مارچ;اپریل;مئی;جون;جولائی;اگست;ستمبر;اکتوبر;نومبر;دسمبر|;;;;;;;;;;;
    uz|d-N, y|HH:mm|{1}, {0}||yanvar;fevral;mart;aprel;may;iyun;iyul;avgust;sentabr;oktabr;noyabr;dekabr|Yan;Fev;Mar;Apr;;Iyn;Iyl;Avg;Sen;Okt;Noy;Dek
    vi|d N, y|HH:mm|{0} {1}||tháng 1;tháng 2;tháng 3;tháng 4;tháng 5;tháng 6;tháng 7;tháng 8;tháng 9;tháng 10;tháng 11;tháng 12|thg 1;thg 2;thg 3;thg 4;thg 5;thg 6;thg 7;thg 8;thg 9;thg 10;thg 11;thg 12
    zh|y年M月d日|HH:mm|{1} {0}||一月;二月;三月;四月;五月;六月;七月;八月;九月;十月;十一月;十二月|1月;2月;3月;4月;5月;6月;7月;8月;9月;10月;11月;12月
    zh-HK|y年M月d日|ah:mm|{1} {0}|上午;下午|1月;2月;3月;4月;5月;6月;7月;8月;9月;10月;11月;12月|;;;;;;;;;;;
    zh-SG|y年M月d日|ah:mm|{1} {0}|上午;下午|一月;二月;三月;四月;五月;六月;七月;八月;九月;十月;十一月;十二月|1月;2月;3月;4月;5月;6月;7月;8月;9月;10月;11月;12月
    zh-TW|y年M月d日|ah:mm|{1} {0}|上午;下午|1月;2月;3月;4月;5月;6月;7月;8月;9月;10月;11月;12月|;;;;;;;;;;;
    zu|N d, y|HH:mm|{1} {0}||Januwari;Februwari;Mashi;Ephreli;Meyi;Juni;Julayi;Agasti;Septhemba;Okthoba;Novemba;Disemba|Jan;Feb;Mas;Eph;Mey;Jun;Jul;Aga;Sep;Okt;Nov;Dis
    """
}
