"""A form of ten cells, and how many bytes may arrive before it is usable."""

# The size reached, plus some room. The initial congestion window is 14,600 bytes: ten segments of 1,460 (RFC 6928).
FIRST_VIEW_BYTE_LIMIT = 11_500

# One cell of each kind.
FORM = {
    "title": "Goods Received", "description": "What came, from whom, and in what state.",
    "sections": [
        {"title": "Delivery", "footer": "The delivery note is kept for two years.", "cells": [
            {"id": "note", "type": "text", "label": "Delivery Note", "required": True, "maxLength": 20,
             "helper": "The number at the top of the sheet."},
            {"id": "day", "type": "date", "label": "Day of Arrival", "required": True, "maximum": "today"},
            {"id": "supplier", "type": "list-picker", "label": "Supplier", "required": True,
             "placeholder": "Choose a supplier", "options": [f"Supplier {number}" for number in range(1, 41)]},
            {"id": "value", "type": "currency", "label": "Value of the Goods", "currency": "EUR", "minimum": 0},
            {"id": "gate", "type": "radio-group", "label": "Gate", "options": ["North", "South", "Railway"]}]},
        {"title": "State", "footer": "Photos are not needed.", "cells": [
            {"id": "complete", "type": "switch", "label": "Delivery Is Complete", "value": True},
            {"id": "damage", "type": "select", "label": "Damage", "selection": "multiple",
             "options": ["Crate", "Seal", "Goods", "Papers"]},
            {"id": "remarks", "type": "note", "label": "Remarks", "maxLength": 500,
             "helper": "Whatever the supplier should know."},
            {"id": "order", "type": "order-picker", "label": "Unpack First", "criteria": [
                {"id": "urgent", "label": "Urgent Orders", "selected": True},
                {"id": "heavy", "label": "Heavy Pieces"}, {"id": "cold", "label": "Cold Goods"}]},
            {"id": "pin", "type": "password", "label": "Your PIN", "required": True, "minLength": 4}]}],
}
