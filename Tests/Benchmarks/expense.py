"""The expense report that the instruction counts fill in: ten cells, or a multiple of ten."""

WHAT = ["Air", "Bus & coach", "City", "Client", "Conference", "Customs", "Delivery", "Evening", "Fuel", "Gift <small>",
        "Hotel", "Internal", "Laundry", "Meal", "Office", "Parking", "Rail", "Taxi", "Team", "Visa"]
COST = ["allowance", "insurance", "subscription", "equipment", "rental", "booking", "licence", "tax", "fare", "repair",
        "charge", '"other" cost', "ticket", "fee", "service", "deposit", "permit"]
GIVEN = ["Ada", "Bo", "Chloé", "Dmitri", "Eve", "Farah", "Grace", "Hiro", "Ines", "Jürgen", "Kofi", "Lena", "Mats",
         "Nia", "Omar", "Pia", "Quinn", "Rosa", "Sven", "Tara"]
FAMILY = ["Abbott", "Haddad", "O'Neill", "Eriksen", "Lopez", "Brandt", "Ito", "Petrov", "Fischer", "Moreau", "Costa",
          "Jensen", "Quist", "Gupta", "Nguyen", "D'Angelo", "Keller"]
CENTERS = ["Finance & Legal", "Engineering", "Field service", "Human resources", "Logistics", "Marketing", "Operations",
           "Procurement", "Quality", "Research <Lab 4>", "Sales EMEA", "Support"]
ROWS = 200


def options(labels):
    return [{"value": str(row), "label": label} for row, label in enumerate(labels)]


def cells(suffix):
    """Ten cells, their ids followed by `suffix`."""
    categories = [f"{WHAT[n % len(WHAT)]} {COST[n % len(COST)]} {1000 + n}" for n in range(ROWS)]
    people = [f"{GIVEN[n % len(GIVEN)]} {FAMILY[n % len(FAMILY)]} ({100 + n})" for n in range(ROWS)]
    ten = [
        {"id": "title", "type": "text", "label": "Report title", "required": True, "maxLength": 120, "counter": False,
         "helper": "A short name that your manager will recognise.", "autocomplete": "off",
         "value": 'Client dinner <Berlin> & "late" taxi'},
        {"id": "merchant", "type": "text", "label": "Merchant", "required": True, "maxLength": 80, "counter": False,
         "helper": "Who was paid, as printed on the receipt.", "autocomplete": "organization",
         "value": "Gasthaus O'Brien & Söhne"},
        {"id": "project", "type": "text", "label": "Project code", "required": False, "maxLength": 7, "counter": False,
         "helper": "Three letters, a dash and three digits, such as ABC-123.", "autocomplete": "off",
         "pattern": "[A-Z]{3}-[0-9]{3}", "messages": {"invalid": "Use three letters, a dash and three digits."},
         "helperOnError": "keep"},
        {"id": "pin", "type": "password", "label": "Approval PIN", "required": True, "maxLength": 64,
         "helper": "Six digits. It is never shown again after you save.", "autocomplete": "current-password"},
        {"id": "amount", "type": "currency", "label": "Amount", "required": True, "currency": "EUR", "minimum": 0.01,
         "helper": "Including tax, in euros and cents.", "messages": {"invalid": "Enter an amount above 0."},
         "helperOnError": "keep"},
        {"id": "note", "type": "note", "label": "Note", "required": False, "maxLength": 2000, "minLines": 4,
         "helper": "Anything that the approver should know.",
         "value": "Dinner with the procurement team of <ACME & Co>.\nTaxi back to the hotel after 23:00, "
                  '"no trains" that night; receipts 3 & 4 are in one picture.'},
        {"id": "categories", "type": "list-picker", "label": "Categories", "required": True, "selection": "multiple",
         "helper": "Choose every category that applies.", "options": options(categories), "value": ["3", "13", "17"]},
        {"id": "attendees", "type": "list-picker", "label": "Attendees", "required": False, "selection": "multiple",
         "helper": "Colleagues and guests who took part.", "options": options(people),
         "value": ["4", "25", "71", "120"]},
        {"id": "costcenter", "type": "select", "label": "Cost center", "required": True,
         "helper": "The team whose budget pays.", "options": options(CENTERS), "value": "6"},
        {"id": "sortorder", "type": "order-picker", "label": "Sort receipts by",
         "helper": "The first criterion weighs most; move criteria up or down.",
         "criteria": [
             {"id": id, "label": label, "selected": True, "direction": direction}
             for id, label, direction in [
                 ("date", "Receipt date", "descending"), ("amount", "Amount", "ascending"),
                 ("merchant", "Merchant", "ascending"), ("category", "Category", "descending")]]},
    ]
    return [{**cell, "id": cell["id"] + suffix} for cell in ten]


def expense(count):
    """The definition of a report with `count` cells, a multiple of ten. Only the ids of the first ten have no number."""
    return {
        "title": "Expense report", "marking": "required", "submit": {"label": "Save report"},
        "lint": {"labelCase": "off"},
        "sections": [{"cells": cells(str(part) if part else "")} for part in range(count // 10)],
    }
