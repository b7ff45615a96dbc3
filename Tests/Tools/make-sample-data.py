#!/usr/bin/env python3
"""Writes the source files of the sample forms into Templates/forms. Every run writes the same files.

Countries and currencies are names from Debian's package iso-codes (ISO 3166-1 and ISO 4217); the rest is invented.

    python3 Tests/Tools/make-sample-data.py Templates/forms
"""

import csv
import json
import random
import sys
import unicodedata

ISO_CODES = "/usr/share/iso-codes/json/"

# Kind, category, makers and models.
EQUIPMENT = [
    ("Centrifugal Pump", "Pumps", ["Grundfeld NB 50", "Halvorsen CP-200", "Sulmona A22"]),
    ("Submersible Pump", "Pumps", ["Flygt & Sohn 3085", "Halvorsen SP-90"]),
    ("Metering Pump", "Pumps", ["Prodose γ/X", "Grundfeld DDA"]),
    ("Screw Compressor", "Compressed Air", ["Atlanta GA 30", "Käser ASD 40"]),
    ("Refrigeration Dryer", "Compressed Air", ["Käser TE 102", "Atlanta FD 60"]),
    ("Air Handling Unit", "HVAC", ["Trøx X-Cube", "Systemvent Geniox 14"]),
    ("Chiller", "HVAC", ["Carryer 30XA", "Daiken EWAD"]),
    ("Steam Boiler", "HVAC", ["Loos UL-S 4000", "Viessner Vitomax"]),
    ("Plate Heat Exchanger", "HVAC", ["Alfa Lund M10", "Kelvinor NT 100"]),
    ("Emergency Generator", "Electrical", ["Cumberland C550", "Perkin & Hall 400 kVA"]),
    ("Transformer", "Electrical", ["Siemer GEAFOL 1,000 kVA", "Schnyder Trihal 630 kVA"]),
    ("Switchgear", "Electrical", ["Schnyder SM6", "Siemer 8DJH"]),
    ("Uninterruptible Power Supply", "Electrical", ["Eton 93PM", "Schnyder Galaxy VS"]),
    ("Belt Conveyor", "Material Handling", ["Interrøll 1200", "Dorner & Cie 2200"]),
    ("Forklift", "Material Handling", ["Lindt E30", "Jungmann EFG 425"]),
    ("Overhead Crane", "Material Handling", ["Kone Crane 10 t", "Demmag 5 t"]),
    ("Palletizer", "Material Handling", ["Kuka-Nord KR 700", "Fanök M-410"]),
    ("CNC Milling Machine", "Machine Tools", ["Hermlé C 42", "Mazuk VCN-530"]),
    ("Lathe", "Machine Tools", ["Mazuk QT-250", "Weilör E50"]),
    ("Press Brake", "Machine Tools", ["Trumf TruBend 5130", "Amado HG 1003"]),
    ("Laser Cutter", "Machine Tools", ["Trumf TruLaser 3030", "Bystrønic ByStar"]),
    ("Torque Wrench", "Hand Tools", ["Stahlwille 730, 1/2\" drive", "Wéra Click C3"]),
    ("Pressure Gauge", "Instruments", ["Wikar 232.50, 4\" dial", "Ashkroft 1279"]),
    ("Flow Meter", "Instruments", ["Endrass Promag 400", "Krøhne Optiflux"]),
    ("Gas Detector", "Safety", ["Dräger-Lund X-am 5600", "MSB Altair 4X"]),
    ("Fire Pump", "Safety", ["Aurora 481, diesel", "Ruhrpumpe ZW"]),
]
SITES = [
    ("Köln Plant", 26), ("Lyon Plant", 22), ("Kraków Plant", 18), ("Houston Terminal", 20), ("São Paulo Plant", 14),
    ("Göteborg Workshop", 9), ("Singapore Depot", 11),
]
AREAS = ["Boiler House", "Line 1", "Line 2", "Line 3", "Utilities", "Warehouse A", "Warehouse B", "Pump Station", "Yard"]
STATUSES = [("In Service", 80), ("Maintenance", 12), ("Out of Service", 5), ("Spare", 3)]

PARTS = [
    ("Deep Groove Ball Bearing {}", "Bearings", ["6204-2RS", "6205-2RS", "6206-ZZ", "6208-2RS", "6305-C3", "6308-ZZ"]),
    ("Spherical Roller Bearing {}", "Bearings", ["22210 E", "22212 E", "22216 EK"]),
    ("Angular Contact Bearing {}", "Bearings", ["7206 BEP", "7310 BECBM"]),
    ("V-Belt {}", "Drives", ["SPA 1250", "SPA 1500", "SPB 2000", "XPZ 987", "XPZ 1120"]),
    ("Roller Chain {}", "Drives", ["08B-1, 5 m", "10B-1, 5 m", "12B-2, 5 m"]),
    ("Gearbox Coupling {}", "Drives", ["GR 24", "GR 28", "GR 38"]),
    ("Mechanical Seal {}", "Seals & Gaskets", ["MG1 22 mm", "MG1 30 mm", "MG1 45 mm"]),
    ("O-Ring {}", "Seals & Gaskets", ["20 × 3 NBR", "40 × 4 FKM", "75 × 5 EPDM", "120 × 5 NBR"]),
    ("Flange Gasket {}", "Seals & Gaskets", ["DN 50 PN 16", "DN 80 PN 16", "DN 100 PN 40"]),
    ("Shaft Seal {}", "Seals & Gaskets", ["25 × 47 × 7", "40 × 62 × 10"]),
    ("Oil Filter {}", "Filters", ["W 940", "W 1170/7", "HU 951 x"]),
    ("Air Filter {}", "Filters", ["C 20 500", "C 30 810"]),
    ("Hydraulic Filter Element {}", "Filters", ["0160 D 010", "0330 R 020"]),
    ("Ball Valve {}", "Valves", ["1/2\"", "3/4\"", "1\"", "2\""]),
    ("Butterfly Valve {}", "Valves", ["DN 80", "DN 150"]),
    ("Solenoid Valve {}", "Valves", ["24 V DC, 3/2-way", "230 V AC, 2/2-way"]),
    ("Contactor {}", "Electrical", ["9 A, 24 V DC", "25 A, 230 V AC", "50 A, 230 V AC"]),
    ("Motor Circuit Breaker {}", "Electrical", ["2.5–4 A", "6–10 A", "17–25 A"]),
    ("Miniature Fuse {}", "Electrical", ["2 A slow", "6.3 A fast"]),
    ("Proximity Sensor {}", "Sensors", ["M12 PNP", "M18 NPN", "M30 analogue"]),
    ("Resistance Thermometer {}", "Sensors", ["Pt100, 100 mm", "Pt100, 250 mm"]),
    ("Pressure Transmitter {}", "Sensors", ["0–10 bar", "0–40 bar"]),
    ("Hex Bolt {}", "Fasteners", ["M8 × 30, A2", "M12 × 60, 8.8", "M16 × 80, 10.9"]),
    ("Threaded Rod {}", "Fasteners", ["M10 × 1,000", "M16 × 1,000"]),
    ("Grease {}", "Lubricants", ["EP 2, 400 g", "Food Grade H1, 1 kg"]),
    ("Gear Oil {}", "Lubricants", ["ISO VG 220, 20 l", "ISO VG 460, 20 l"]),
]
MAKERS = ["Skandia", "Fäg & Partner", "Norelem", "Brück", "Eriks & Zonen", "Šumava Ložiska", "Acme"]

PEOPLE = [
    ("de", "Anja Björn Christoph Dörte Jürgen Katharina Lukas Sabine Uwe Günther".split(),
     "Müller Schäfer Weiß Köhler Brandt Großmann Vogt Jäger Lindner Öztürk".split()),
    ("fr", "Amélie Benoît Chloé François Hélène Jérôme Léa Mathieu Noémie Théo".split(),
     ["Lefèvre", "Dubois", "Garnier", "Bélanger", "Moreau", "D’Amico", "Gauthier", "Périn", "Roux", "Châtelain"]),
    ("pl", "Agnieszka Łukasz Małgorzata Paweł Zofia Grzegorz Katarzyna Wojciech Jolanta Michał".split(),
     "Kowalczyk Wiśniewska Dąbrowski Zieliński Szymańska Woźniak Jabłoński Król Łuczak Żak".split()),
    ("en", "Aisha Brian Charlotte Daniel Emily George Hannah James Olivia Siobhán".split(),
     ["O’Connor", "Taylor", "Hughes", "McAllister", "Whitfield", "Okafor", "Singh", "Patel", "Ní Bhriain", "Clarke"]),
    ("pt", "Ana Bruno Conceição Diogo Fátima Gonçalo Inês João Luís Tânia".split(),
     "Araújo Gonçalves Magalhães Simões Falcão Conceição Nóbrega Sampaio Leão Brandão".split()),
    ("sv", "Åsa Björn Elin Göran Håkan Ingrid Jöran Lars Märta Örjan".split(),
     "Åkesson Öberg Söderström Lindqvist Sjögren Hägglund Nyström Björk Ängström Ek".split()),
    ("world", "Nguyễn Yuki Mei-Ling Arjun Fatima Kwame Zeynep Nikos Oksana Emre Priya Hiroshi".split(),
     "Trần Tanaka Chen Sharma Al-Rashid Mensah Yılmaz Papadopoulos Shevchenko Şahin Nair Kobayashi".split()),
]
ROLES = [
    "Maintenance Engineer", "Shift Supervisor", "Electrician", "Mechanical Fitter", "Process Engineer", "Plant Manager",
    "Safety Officer", "Reliability Engineer", "Buyer", "Warehouse Clerk", "Quality Inspector", "Project Manager",
    "Instrument Technician", "Crane Operator", "Accountant",
]


def sort_key(text):
    """Letters in the order in which a reader looks for them, ignoring accents and case."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return ("".join(c for c in plain if not unicodedata.combining(c)).replace("ł", "l").replace("ø", "o"), text)


def weighted(rng, choices):
    return rng.choices([name for name, _ in choices], [weight for _, weight in choices])[0]


def write_csv(path, header, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def write_options(path, options):
    lines = ",\n".join("  " + json.dumps(option, ensure_ascii=False) for option in options)
    with open(path, "w", encoding="utf-8") as file:
        file.write("[\n" + lines + "\n]\n")


def equipment(rng, count=640):
    numbers = sorted(rng.sample(range(10_000, 19_999), count))
    totals, rows = {}, []
    for number in numbers:
        kind, category, models = rng.choice(EQUIPMENT)
        totals[kind] = totals.get(kind, 0) + 1
        name = f"{kind} {totals[kind]:02d}, {rng.choice(models)}"
        site = f"{weighted(rng, SITES)}, {rng.choice(AREAS)}"
        rows.append([f"EQ-{number}", name, site, category, weighted(rng, STATUSES)])
    return sorted(rows, key=lambda row: sort_key(row[1]))


def parts(rng):
    rows = []
    for name, category, sizes in PARTS:
        for size in sizes:
            for maker in rng.sample(MAKERS, rng.choice([4, 5, 6])):
                stock = rng.choice([0, 0, 1, 2, 4, 6, 10, 12, 25, 40, 100])
                rows.append([name.format(size), maker, category, f"{stock} in Stock" if stock else "Out of Stock"])
    numbers = rng.sample(range(200_000, 299_999), len(rows))
    rows = [[f"P-{number}"] + row for number, row in zip(numbers, rows)]
    return sorted(rows, key=lambda row: (sort_key(row[1]), sort_key(row[2])))


def people(rng, count=144):
    names = set()
    while len(names) < count:
        _, given, family = rng.choice(PEOPLE)
        names.add((rng.choice(given), rng.choice(family)))
    rows = []
    for i, (given, family) in enumerate(sorted(names, key=lambda name: sort_key(name[1] + " " + name[0]))):
        rows.append([f"E{4000 + i * 7}", f"{given} {family}", rng.choice(ROLES), weighted(rng, SITES)])
    return sorted(rows, key=lambda row: sort_key(row[1]))


def countries():
    entries = json.load(open(ISO_CODES + "iso_3166-1.json", encoding="utf-8"))["3166-1"]
    options = [{"value": e["alpha_2"], "label": e.get("common_name", e["name"])} for e in entries]
    return sorted(options, key=lambda option: sort_key(option["label"]))


def currencies():
    entries = json.load(open(ISO_CODES + "iso_4217.json", encoding="utf-8"))["4217"]
    options = [{"value": e["alpha_3"], "label": e["name"], "description": e["alpha_3"]} for e in entries]
    return sorted(options, key=lambda option: sort_key(option["label"]))


def main():
    folder = sys.argv[1]
    rng = random.Random(20)
    write_csv(f"{folder}/equipment.csv", ["id", "name", "site", "category", "status"], equipment(rng))
    write_csv(f"{folder}/parts.csv", ["number", "name", "maker", "category", "stock"], parts(rng))
    write_csv(f"{folder}/people.csv", ["id", "name", "role", "site"], people(rng))
    write_options(f"{folder}/countries.json", countries())
    write_options(f"{folder}/currencies.json", currencies())


main()
