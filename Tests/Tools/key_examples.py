"""The examples of `FormDefinitions.md`, each in a form of its own."""

import contextlib
import json
import re
import sqlite3
import typing

import formcells

ARTICLE = formcells.ROOT / "Sources/formcells/formcells.docc/FormDefinitions.md"

CELL = {"id": "cell", "type": "text", "label": "Full Name"}

# Cells that the examples of conditions, bounds and expressions refer to.
OTHERS = [
    {"id": "kind", "type": "select", "label": "Kind", "options": ["trip", "purchase"]},
    {"id": "days", "type": "number", "label": "Days"},
    {"id": "abroad", "type": "switch", "label": "Abroad"},
    {"id": "net", "type": "currency", "label": "Net", "currency": "EUR"},
    *({"id": name, "type": kind, "label": name.title()} for kind, names in {
        "text": ("first", "last"), "date": ("from", "to", "ordered", "arrival", "departure"),
        "duration": ("monday", "tuesday")}.items() for name in names),
]

# A repeated section that they refer to.
EXPENSES = {
    "title": "Expenses", "container": "repeat", "id": "expenses", "item": "Expense", "cells": [
        {"id": "day", "type": "date", "label": "Day"}, {"id": "amount", "type": "number", "label": "Amount"}]}

STAFF = "value,label,id,name,team,room,state,photo,parent_id\nv1,L1,ada,Ada Lovelace,Engines,4,Away,images/lab.webp,\n"

PICKER = {**CELL, "type": "list-picker"}
ORDER = {**CELL, "type": "order-picker"}

# What a cell of each type needs besides what the example shows.
TYPES = {
    "currency": {"currency": "EUR"},
    "radio-group": {"options": ["Morning"]},
    "checkbox-group": {"options": ["Morning", "Noon"]},
    "slider": {"minimum": 0, "maximum": 100},
    "matrix": {"rows": [{"id": "quality", "label": "Quality"}], "options": ["Poor", "Good"]},
    "list-picker": {"options": ["Lobby", "Workshop", "Laboratory"]},
    "select": {"options": ["Low"]},
    "content": {"text": "Read this first."},
    "order-picker": {"criteria": [{"id": "due", "label": "Due Date"}, {"id": "priority", "label": "Priority"}]},
}

# Cells that can cause each message.
SPEAKERS = {
    "tooShort": {**CELL, "type": "password", "minLength": 8},
    "tooLong": {**CELL, "maxLength": 80},
    "tooSmall": {**CELL, "type": "number", "minimum": 1},
    "tooLarge": {**CELL, "type": "number", "maximum": 99},
    "tooFew": {**PICKER, "options": ["A", "B"], "selection": "multiple", "minimum": 2},
    "tooMany": {**PICKER, "options": ["A", "B"], "selection": "multiple", "maximum": 1},
    "required": {**CELL, "required": True},
}


class Row(typing.NamedTuple):
    """A row of the article: one key."""

    table: str
    key: str
    about: str
    # What applies if the key is omitted; the table of messages has no such column.
    left_out: str
    example: dict


def rows(text):
    table = columns = None
    for line in text.splitlines():
        heading = re.fullmatch(r"#+ `?([^`]+)`?", line)
        if heading:
            table, columns = heading[1], None
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == "key":
            columns = cells
        elif columns and re.fullmatch(r"`[^`]+`", cells[0]):
            named = dict(zip(columns, cells))
            example = json.loads("{" + named["for example"].strip("`") + "}")
            yield Row(table, cells[0].strip("`"), cells[1], named.get("if left out"), example)


def form_of(cell):
    return {"title": "T", "sections": [{"cells": [cell, *OTHERS]}]}


def section(members):
    own = {**EXPENSES, **members} if members.get("container") == "repeat" else {"cells": [CELL], **members}
    return {"title": "T", "sections": [own, {"cells": OTHERS}]}


def condition(members):
    form = form_of({**CELL, "visibleWhen": members})
    return {**form, "sections": [*form["sections"], EXPENSES]} if "section" in members else form


def source(members):
    """What a source needs besides: a table of a database, or a file."""
    if {"sqlite", "table"} & set(members):
        return {"sqlite": "inventory.db", "table": "equipment", "value": "id", "label": "name"}
    return {"file": "staff.csv"}


def write_database(folder):
    """Writes the database that the examples use."""
    with contextlib.closing(sqlite3.connect(folder / "inventory.db")) as database, database:
        database.execute("CREATE TABLE equipment (id TEXT PRIMARY KEY, name TEXT)")


def form(table, members):
    """A form in which an object of this table of the article has these members."""
    if table in FORMS:
        return FORMS[table](members)
    needed = {} if {"source", "lists"} & set(members) else TYPES.get(table, {})
    names = {"id": "cell"} if table == "content" else CELL
    return form_of({**names, "type": table, **needed, **members})


FORMS = {
    "form": lambda members: {
        **form_of({**PICKER, "options": {"list": next(iter(members["optionLists"]))}} if "optionLists" in members else CELL),
        **members},
    "optionList": lambda members: {
        **form_of({**PICKER, "options": members}), "optionLists": {"agreement": ["Agree", "Disagree"]}},
    "submit": lambda members: {**form_of(CELL), "submit": members},
    "receipt": lambda members: {**form_of(CELL), "receipt": members},
    "retention": lambda members: {**form_of(CELL), "retention": members},
    "receiptLink": lambda members: {
        **form_of(CELL), "receipt": {"link": {"label": "Offices", "url": "/", **members}}},
    "lint": lambda members: {**form_of(CELL), "lint": members},
    "section": section,
    "Every cell": lambda members: form_of({**CELL, **members}),
    "cell-note": lambda members: form_of(
        {**CELL, "notes": [{"when": {"cell": "cell", "filled": True}, "text": "N", **members}]}),
    "messages": lambda members: form_of(
        {**SPEAKERS.get(next(iter(members)), {**CELL, "pattern": "[a-z]{2}"}), "messages": members}),
    "cell-reference": lambda members: form_of({**CELL, "visibleWhen": {"cell": "to", "atLeast": members}}),
    "cell-bound": lambda members: form_of({**CELL, "type": "date", "minimum": {"cell": "from", **members}}),
    "rule": lambda members: {
        **form_of(CELL), "rules": [{
            "require": {"cell": "to", "atLeast": {"cell": "from"}}, "message": "No.", "cells": ["to"], **members}]},
    "condition": condition,
    "entryCount": lambda members: condition({"section": "expenses", "count": members}),
    "option": lambda members: form_of({**PICKER, "options": [{"value": "v", "label": "L", **members}]}),
    "list": lambda members: form_of(
        {**PICKER, "selection": "multiple", "lists": [{"title": "L", "options": ["A", "B"], **members}]}),
    "groupList": lambda members: form_of(
        {**CELL, "type": "radio-group", "lists": [{"title": "L", "options": ["A", "B"], **members}]}),
    "allList": lambda members: form_of({**PICKER, "options": ["A"], "allList": members}),
    "other": lambda members: form_of({**PICKER, "options": ["A"], "other": members}),
    "discard": lambda members: form_of({**PICKER, "options": ["A"], "discard": members or {"keep": "Keep Editing"}}),
    "source": lambda members: form_of({**PICKER, "source": {**source(members), **members}}),
    "matrix-row": lambda members: form_of({**CELL, "type": "matrix", "options": ["Poor", "Good"], "rows": [members]}),
    "criterion": lambda members: form_of({**ORDER, "criteria": [{"id": "c", "label": "C", **members}]}),
    "directionLabels": lambda members: form_of(
        {**ORDER, **TYPES["order-picker"], "directionLabels": members}),
    "amount": lambda members: form_of(
        {**CELL, "type": "currency", "currency": "EUR", "value": {"amount": "1.00", "currency": "EUR", **members}}),
    "dateRange": lambda members: form_of(
        {**CELL, "type": "date-range", "value": {"from": "today", "to": "today+6d", **members}}),
    "numberRange": lambda members: form_of(
        {**CELL, "type": "slider", "range": True, "minimum": 0, "maximum": 100, "value": {"from": 2, "to": 95, **members}}),
    "ordered": lambda members: form_of(
        {**ORDER, "criteria": [{"id": "due", "label": "Due Date"}],
         "value": [{"id": "due", "selected": False, "direction": "ascending", **members}]}),
}
