// Made by Tests/Tools/make-plural-rules.py from the Unicode CLDR, by Babel 2.18.0.

extension PluralRule {
  /// Languages, then under which conditions a whole number is of which category (UTS #35, Language Plural Rules); all
  /// other numbers are `other`. Languages that are not here have this one category.
  static let table = [
    """
    af an asa ast az bal bem bez bg brx ce cgg chr ckb da de dv ee el en eo et eu fi fo fur fy gl gsw ha haw hu ia \
    io jgo jmc ka kaj kcg kk kkj kl ks ksb ku ky lb lg lij mas mgo ml mn mr nb nd ne nl nn nnh no nr ny nyn om or \
    os pap ps rm rof rwk saq sc sd sdh seh sn so sq ss ssy st sv sw syr ta te teo tig tk tn tr ts ug ur uz ve vo \
    vun wae xh xog yi | \
    one: n = 1
    """,
    """
    ak bho csw ln mg nso pa ti wa | \
    one: n = 0..1
    """,
    """
    am as bn doi fa gu hi kn pcm zu | \
    one: n = 0 or n = 1
    """,
    """
    ar | \
    zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99
    """,
    """
    be ru uk | \
    one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14; many: n % 10 = 0 or n % 10 = 5..9 \
    or n % 100 = 11..14
    """,
    """
    blo ksh | \
    zero: n = 0; one: n = 1
    """,
    """
    br | \
    one: n % 10 = 1 and n % 100 != 11,71,91; two: n % 10 = 2 and n % 100 != 12,72,92; few: n % 10 = 3..4,9 and n % \
    100 != 10..19,70..79,90..99; many: n != 0 and n % 1000000 = 0
    """,
    """
    bs hr sr | \
    one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14
    """,
    """
    ca es it lld pt-AO pt-CH pt-CV pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL scn vec | \
    one: n = 1; many: n != 0 and n % 1000000 = 0
    """,
    """
    ceb fil | \
    one: n = 1,2,3 or n % 10 != 4,6,9
    """,
    """
    cs sk | \
    one: n = 1; few: n = 2..4
    """,
    """
    cy | \
    zero: n = 0; one: n = 1; two: n = 2; few: n = 3; many: n = 6
    """,
    """
    dsb hsb sl | \
    one: n % 100 = 1; two: n % 100 = 2; few: n % 100 = 3..4
    """,
    """
    ff hy kab si | \
    one: n = 0,1
    """,
    """
    fr ht | \
    one: n = 0,1; many: n != 0 and n % 1000000 = 0
    """,
    """
    ga | \
    one: n = 1; two: n = 2; few: n = 3..6; many: n = 7..10
    """,
    """
    gd | \
    one: n = 1,11; two: n = 2,12; few: n = 3..10,13..19
    """,
    """
    gv | \
    one: n % 10 = 1; two: n % 10 = 2; few: n % 100 = 0,20,40,60,80
    """,
    """
    he iu naq sat se sma smj smn sms | \
    one: n = 1; two: n = 2
    """,
    """
    is mk | \
    one: n % 10 = 1 and n % 100 != 11
    """,
    """
    kw | \
    zero: n = 0; one: n = 1; two: n % 100 = 2,22,42,62,82 or n % 1000 = 0 and n % 100000 = \
    1000..20000,40000,60000,80000 or n != 0 and n % 1000000 = 100000; few: n % 100 = 3,23,43,63,83; many: n != 1 \
    and n % 100 = 1,21,41,61,81
    """,
    """
    lag | \
    zero: n = 0; one: n = 0,1 and n != 0
    """,
    """
    lt | \
    one: n % 10 = 1 and n % 100 != 11..19; few: n % 10 = 2..9 and n % 100 != 11..19
    """,
    """
    lv prg | \
    zero: n % 10 = 0 or n % 100 = 11..19; one: n % 10 = 1 and n % 100 != 11
    """,
    """
    mt | \
    one: n = 1; two: n = 2; few: n = 0 or n % 100 = 3..10; many: n % 100 = 11..19
    """,
    """
    pl | \
    one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14; many: n != 1 and n % 10 = 0..1 or n % 10 = 5..9 or n % \
    100 = 12..14
    """,
    """
    pt | \
    one: n = 0..1; many: n != 0 and n % 1000000 = 0
    """,
    """
    ro | \
    one: n = 1; few: n = 0 or n != 1 and n % 100 = 1..19
    """,
    """
    shi | \
    one: n = 0 or n = 1; few: n = 2..10
    """,
    """
    tzm | \
    one: n = 0..1 or n = 11..99
    """,
  ]
}
