"""Form definitions for the checks: small ones, one with 10,000 rows, and the sample forms that are served by default."""

import json

from formcells import ROOT

SMALL = {
    "title": "Small Form",
    "sections": [
        {"cells": [{"id": "name", "type": "text", "label": "Name", "required": True, "maxLength": 40}]},
    ],
}

PARTS = ["Air filter", "Bearing 6204", "Belt A-1200", "Coupling", "Drive chain", "Émery disc", "Fuse 10 A", "Gasket"]
PEOPLE = ["Ada Lovelace", "Björn Ångström", "Çiğdem Öz", "Dietrich Müller", "Élodie Noël", "Fatima Zahra"]

WORKSHOP = {
    # These guidelines limit how many options a list picker and a half view have; the checks need such lists to see how views grow.
    "lint": {"ignore": ["GR7", "LV35", "LV37"]},
    "title": "Workshop Order",
    "description": "Parts and people for a repair.",
    "sections": [
        {
            "title": "What",
            "cells": [
                {"id": "summary", "type": "text", "label": "Summary", "required": True, "maxLength": 30,
                 "helper": "A few words."},
                {"id": "email", "type": "text", "label": "Email", "format": "email"},
                {"id": "machine", "type": "list-picker", "label": "Machine", "required": True,
                 "helper": "The number is on the plate.", "placeholder": "Choose a machine",
                 "messages": {"required": "Choose the machine."},
                 "source": {"file": "machines.csv", "value": "id", "label": "name", "description": "site"}},
                {"id": "impact", "type": "list-picker", "label": "Impact", "required": True, "apply": False,
                 "search": False, "reset": False, "helper": "It decides what comes first.", "helperOnError": "keep",
                 "options": [{"value": "stop", "label": "Production stopped"}, {"value": "slow", "label": "Slower"}]},
            ],
        },
        {
            "title": "With",
            "cells": [
                {"id": "parts", "type": "list-picker", "label": "Parts", "selection": "multiple", "maximum": 5,
                 "lists": [
                     {"title": "Wearing Parts", "options": PARTS[:5]},
                     {"title": "Others", "options": PARTS[5:], "action": "none"}]},
                {"id": "people", "type": "list-picker", "label": "People", "selection": "multiple", "minimum": 1,
                 "options": PEOPLE},
                {"id": "shift", "type": "list-picker", "label": "Shift", "noneLabel": "No preference",
                 "options": ["Early", "Late", "Night"]},
            ],
        },
    ],
}

# Cells that are typed into or set in place, in each state that looks different.
ENTRIES = {
    "title": "Entries",
    "sections": [{"cells": [
        {"id": "line", "type": "text", "label": "Line", "required": True, "helper": "One line.",
         "messages": {"required": "Enter a line."}},
        {"id": "counted", "type": "text", "label": "Counted", "maxLength": 3},
        {"id": "stopped", "type": "text", "label": "Stopped", "maxLength": 3, "overflow": "stop"},
        {"id": "fixed", "type": "text", "label": "Fixed", "value": "CC-1", "readOnly": True},
        {"id": "off", "type": "text", "label": "Off", "value": "x", "disabled": True},
        {"id": "note", "type": "note", "label": "Note"},
        {"id": "short", "type": "note", "label": "Short", "minLines": 1, "maxLines": 2},
        {"id": "terms", "type": "note", "label": "Terms", "readOnly": True,
         "value": "\n".join(f"{number}. A line that is long enough to wrap in a narrow window." for number in range(9))},
        {"id": "secret", "type": "password", "label": "Secret", "helper": "Any."},
        {"id": "gift", "type": "switch", "label": "Gift", "onLabel": "Wrapped", "offLabel": "Plain"},
        {"id": "agree", "type": "switch", "label": "I Agree", "required": True, "helper": "To the terms."},
        {"id": "speed", "type": "radio-group", "label": "Speed", "required": True, "options": [
            {"value": "slow", "label": "Slow", "description": "At no cost"}, "Fast",
            {"value": "now", "label": "Now", "disabled": True}]},
        {"id": "day", "type": "date", "label": "Day", "minimum": "2026-01-01", "helper": "A working day."},
        {"id": "pick", "type": "list-picker", "label": "Pick", "options": ["A", "B"]},
    ]}],
}

PLANTS = ["Bergen", "Göteborg", "Köln", "Lyon", "Narvik", "Poznań"]

WORKLIST = {
    "title": "Work List",
    "sections": [
        {
            "title": "Boxes",
            "cells": [
                {"id": "plant", "type": "select", "label": "Plant", "required": True, "helper": "One plant a list.",
                 "messages": {"required": "Select the plant."}, "options": PLANTS},
                {"id": "due", "type": "select", "label": "Due", "required": True,
                 "messages": {"required": "Select a day."}, "options": ["Today", "Tomorrow", "This week"]},
            ],
        },
        {
            "title": "Rows",
            "cells": [
                {"id": "status", "type": "select", "style": "table", "label": "Status", "selection": "multiple",
                 "value": ["Planned"], "required": True, "options": ["Planned", "Released", "Done"]},
                {"id": "kind", "type": "select", "style": "table", "label": "Kind", "required": True,
                 "helper": "Of work.", "messages": {"required": "Select a kind."}, "options": ["Repair", "Cleaning"]},
            ],
        },
        {
            "cells": [
                {"id": "sort", "type": "order-picker", "label": "Sort By", "required": True, "criteria": [
                    {"id": "priority", "label": "Priority"},
                    {"id": "place", "label": "Equipment and the functional location of it in the plant and in the hall",
                     "directionLabels": {"ascending": "From the first to the last of all of the many places"}},
                    {"id": "date", "label": "Date"}]},
            ],
        },
        {
            "cells": [
                {"id": "wrapped", "type": "order-picker", "label": "Wrapped", "wrap": True, "criteria": [
                    {"id": "place", "selected": True,
                     "label": "Equipment and the functional location of it in the plant and in the hall"}]},
            ],
        },
    ],
}

KINDS = ["Pump", "Motor", "Valve", "Conveyor", "Press", "Mixer", "Robot", "Lathe", "Furnace", "Crane"]


def machines(count):
    """A CSV of `count` machines: "Pump 0000", "Motor 0001", …; quoted where RFC 4180 requires it."""
    rows = ["id,name,site,kind"]
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        rows.append(f'm-{number:05},{kind} {number:04},"Hall {number % 7}, north",{kind}')
    return "\r\n".join(rows) + "\r\n"


WORKSHOP_SOURCES = {"machines.csv": machines(500)}

LARGE = {
    "title": "Stocktaking",
    "sections": [
        {"cells": [
            {"id": "counted", "type": "list-picker", "label": "Counted", "selection": "multiple",
             "source": {"file": "machines.csv", "value": "id", "label": "name", "description": "site"}},
            {"id": "full", "type": "list-picker", "label": "Full", "view": "full", "options": ["Yes", "No", "Later"]},
            {"id": "note", "type": "text", "label": "Note"},
        ]},
    ],
}

LARGE_SOURCES = {"machines.csv": machines(10_000)}

# Cells that scripts enhance.
CELLS = {
    "title": "Cells",
    "sections": [
        {
            "cells": [
                {"id": "serial", "type": "text", "label": "Serial", "scan": True, "maxLength": 40},
                {"id": "summary", "type": "text", "label": "Summary", "maxLength": 5, "pattern": "[a-z]*",
                 "helper": "Small letters."},
                {"id": "kept", "type": "text", "label": "Kept", "maxLength": 3, "helper": "Stays.",
                 "helperOnError": "keep"},
                {"id": "quiet", "type": "text", "label": "Quiet", "maxLength": 3, "overflow": "stop", "counter": False,
                 "helper": "Three letters.", "scan": True},
                {"id": "words", "type": "note", "label": "Words", "maxLength": 10, "minLines": 1, "maxLines": 4,
                 "messages": {"tooLong": "Ten are enough."}},
                {"id": "total", "type": "currency", "label": "Total", "currency": "EUR",
                 "value": {"amount": "1234.50", "currency": "EUR"}},
                {"id": "secret", "type": "password", "label": "Secret"},
            ],
        },
        {
            "cells": [
                {"id": "sort", "type": "order-picker", "label": "Sort By", "criteria": [
                    {"id": "priority", "label": "Priority", "selected": True, "direction": "descending"},
                    {"id": "place", "label": "Place"},
                    {"id": "date", "label": "Date", "selected": True,
                     "directionLabels": {"ascending": "Oldest first", "descending": "Newest first"}},
                    {"id": "status", "label": "Status"}]},
                {"id": "fixed", "type": "order-picker", "label": "Fixed", "readOnly": True, "criteria": [
                    {"id": "x", "label": "X", "selected": True}, {"id": "y", "label": "Y"}]},
            ],
        },
    ],
}

DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]

FEEDBACK = {
    "title": "Feedback",
    "sections": [
        {
            "cells": [
                {"id": "text", "type": "text", "label": "Text", "required": True, "maxLength": 20},
                {"id": "note", "type": "note", "label": "Note", "required": True, "helper": "In a few words."},
                {"id": "pin", "type": "password", "label": "PIN", "required": True},
                {"id": "sum", "type": "currency", "label": "Sum", "currency": "EUR", "required": True},
                {"id": "day", "type": "date", "label": "Day", "required": True},
                {"id": "rush", "type": "switch", "label": "Rush"},
                {"id": "size", "type": "radio-group", "label": "Size", "required": True, "options": ["Small", "Large"]},
                {"id": "shift", "type": "list-picker", "label": "Shift", "required": True, "search": False,
                 "options": ["Early", "Late"]},
                {"id": "days", "type": "list-picker", "label": "Days", "required": True, "selection": "multiple",
                 "helper": "One or more.", "options": DAYS},
                {"id": "hall", "type": "select", "label": "Hall", "required": True, "helper": "Where it stands.",
                 "options": ["North", "South"]},
                {"id": "row", "type": "select", "style": "table", "label": "Row", "required": True,
                 "options": ["First", "Second"]},
            ],
        },
        {
            "cells": [
                {"id": "sort", "type": "order-picker", "label": "Sort", "required": True, "criteria": [
                    {"id": "date", "label": "Date"}, {"id": "name", "label": "Name"}]},
            ],
        },
        {
            "container": "modal", "label": "Owner",
            "cells": [{"id": "owner", "type": "text", "label": "Owner", "required": True}],
        },
        {
            "container": "modal", "label": "Filter", "footer": "What the list holds.",
            "cells": [
                {"id": "mail", "type": "text", "label": "Mail", "format": "email"},
                {"id": "team", "type": "list-picker", "label": "Team", "search": False, "options": ["North", "South"]},
            ],
        },
    ],
}

# Every kind of interaction in one form, for journeys through several browsers.
VISIT = {
    "title": "Site Visit",
    "sections": [
        {
            "title": "Visit",
            "cells": [
                {"id": "summary", "type": "text", "label": "Summary", "required": True, "maxLength": 40,
                 "messages": {"required": "Enter a summary."}},
                {"id": "email", "type": "text", "label": "Email", "format": "email"},
                {"id": "plant", "type": "select", "label": "Plant", "options": PLANTS},
                {"id": "people", "type": "list-picker", "label": "People", "selection": "multiple", "required": True,
                 "messages": {"required": "Select the people."}, "options": PEOPLE + PARTS},
                {"id": "machine", "type": "list-picker", "label": "Machine", "helper": "It has a plate.",
                 "source": {"file": "machines.csv", "value": "id", "label": "name", "description": "site"}},
            ],
        },
        {
            "cells": [
                {"id": "sort", "type": "order-picker", "label": "Sort By", "criteria": [
                    {"id": "priority", "label": "Priority", "selected": True}, {"id": "status", "label": "Status"},
                    {"id": "date", "label": "Date"}]},
            ],
        },
        {
            "container": "modal", "label": "Filter",
            "cells": [
                {"id": "mail", "type": "text", "label": "Mail", "format": "email"},
                {"id": "team", "type": "list-picker", "label": "Team", "search": False, "options": ["North", "South"]},
            ],
        },
    ],
}

# Fields that become read-only by another answer.
LOCKS = {
    "title": "Locks",
    "sections": [{"cells": [
        {"id": "lock", "type": "switch", "label": "Lock"},
        {"id": "text", "type": "text", "label": "Text", "readOnlyWhen": {"cell": "lock", "equals": True}},
        {"id": "pin", "type": "password", "label": "PIN", "readOnlyWhen": {"cell": "lock", "equals": True}},
        {"id": "other", "type": "list-picker", "label": "Other", "options": ["a", "b"]},
        # These ids begin like the values of buttons.
        {"id": "apply-to", "type": "list-picker", "label": "Apply To", "options": ["a", "b"]},
        {"id": "submitter", "type": "list-picker", "label": "Submitter", "options": ["a", "b"]},
    ]}],
}

# A form of several pages with a review: labels and answers of all lengths.
STAGES = {
    "title": "Stages",
    "description": "Several pages.",
    "review": True,
    "sections": [
        {"container": "step", "title": "The First of Them", "cells": [
            {"id": "name", "type": "text", "label": "Name", "value": "Ada"},
            {"id": "fixed", "type": "text", "label": "Fixed by the Office", "value": "Nobody changes this", "readOnly": True},
        ]},
        {"title": "More on the First Page", "cells": [
            {"id": "kinds", "type": "list-picker", "label": "Kinds of Containers That You Need for Your Removal",
             "selection": "multiple", "options": ["Boxes", "Crates", "Bags"], "value": ["Boxes", "Crates", "Bags"]},
        ]},
        {"container": "step", "title": "Remarks", "cells": [
            {"id": "remark", "type": "note", "label": "Remark", "value": "Two stairs,\nno lift, and a"
             " Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselbund."},
            {"id": "empty", "type": "text", "label": "Anything Else", "maxLength": 20},
        ]},
    ],
}

AMOUNT_LOCALES = ["en-US", "de-DE", "fr-FR", "hi-IN", "es-ES", "ar-EG"]


def amounts(locale):
    """Amounts of several currencies, as the locale writes them."""
    return {
        "title": "Amounts", "locale": locale,
        "sections": [{"cells": [
            {"id": f"{code.lower()}-{number}", "type": "currency", "label": f"{code} {number}", "currency": code,
             "value": {"amount": amount, "currency": code}}
            for code in ("USD", "EUR", "JPY", "KWD", "INR") for number, amount in enumerate(("1234", "1234567", "-5"))]}],
    }

# Enough sections for a section list, and more than fit in a window.
SECTIONS = {
    "title": "Delivery",
    "sections": [
        {"title": "Sender", "cells": [
            {"id": "sender", "type": "text", "label": "Sender", "required": True},
            {"id": "kind", "type": "radio-group", "label": "Kind", "options": ["Letter", "Parcel"]}]},
        {"title": "Parcel", "cells": [
            {"id": "weight", "type": "number", "label": "Weight",
             "visibleWhen": {"cell": "kind", "equals": "Parcel"}}]},
        {"title": "Way", "cells": [
            {"id": "way-note", "type": "note", "label": "Way", "minLines": 12, "maxLines": 12},
            {"id": "way-gate", "type": "text", "label": "Gate"}]},
        {"title": "Customs", "cells": [
            {"id": "customs-note", "type": "note", "label": "Customs", "minLines": 12, "maxLines": 12}]},
        {"title": "Signature", "cells": [{"id": "signature", "type": "text", "label": "Signature", "required": True}]},
    ],
}


def shipped():
    """The sample forms by name, with the source files of their options."""
    files = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "Templates/forms").iterdir()}
    found = {name[:-5]: json.loads(text) for name, text in files.items() if name.endswith(".json")}
    forms = {name: form for name, form in found.items() if "sections" in form}
    return forms, {name: text for name, text in files.items() if name[:-5] not in forms}
