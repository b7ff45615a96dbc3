"""A choice whose option is gone when the form is sent: it is refused by name in its cell, and no other entry is lost."""

import json
import sqlite3
import unittest

from formcells import Server, wait_until
from test_reload import replace
from visitor import Visitor

ROOMS = "id,name\nr1,Room 1\nr2,Room 2\nr3,Room 3\n"
WITHOUT_2 = "id,name\nr1,Room 1\nr3,Room 3\n"
SOURCE = {"file": "rooms.csv", "value": "id", "label": "name"}
REFUSED = "No longer available: Room 2. Select again."


def cell(kind="list-picker", label="Room", source=SOURCE, **keys):
    return {"id": label.lower(), "type": kind, "label": label, "source": source, **keys}


def form(*cells, **keys):
    return {"title": "Booking", "sections": [{"cells": [{"id": "name", "type": "text", "label": "Name"}, *cells]}], **keys}


class StaleChoiceChecks(unittest.TestCase):
    cost = 20

    def served(self, definition, sources=None, options=()):
        server = Server({"booking": definition}, sources or {"rooms.csv": ROOMS}, options=options)
        self.addCleanup(server.__exit__)
        return server.__enter__()

    def rooms(self, server, text):
        count = text.count("\n") - 1
        before = server.log_text().count("rooms.csv: ")
        replace(server.forms / "rooms.csv", text)
        wait_until(lambda: server.log_text().count("rooms.csv: ") > before, "the file is read again")
        self.assertIn(f"rooms.csv: {count} options", server.log_text())

    def chosen(self, server):
        """A visitor, Ada, who has chosen room 2."""
        visitor = Visitor(server)
        page = visitor.open("/forms/booking")
        if page.has("textbox", "Name"):
            page.type("Name", "Ada")
        self.choose(visitor, "Room 2")
        return visitor

    def choose(self, visitor, room):
        visitor.press("Room")
        if visitor.page.has("button", "Apply"):
            visitor.page.choose(room)
            visitor.press("Apply")
        else:
            visitor.press(room)

    def refused(self, server, visitor, message=REFUSED, label="Room", button="Submit"):
        page = visitor.press(button, expected=422)
        self.assertEqual(page.errors(), [f"{label}: {message}"])
        self.assertTrue(page.title.startswith("Error: "))
        self.assertEqual(server.submissions("booking"), [])
        return page

    def recorded(self, server):
        submissions = server.submissions("booking")
        self.assertEqual(len(submissions), 1)
        return submissions[0]["values"]

    def test_a_removed_choice_of_a_picker_or_select_is_refused_required_or_not(self):
        for kind in ("list-picker", "select"):
            for required in (True, False):
                with self.subTest(kind=kind, required=required):
                    server = self.served(form(cell(kind, required=required)))
                    visitor = self.chosen(server)
                    self.rooms(server, WITHOUT_2)
                    page = self.refused(server, visitor)
                    self.assertEqual(page.value("Name"), "Ada")
                    self.assertIn("Room 2", page.text)
                    self.assertIn("No longer available", visitor.press("Room").dialog.text())
                    visitor.open("/forms/booking")
                    self.choose(visitor, "Room 3")
                    visitor.press("Submit")
                    self.assertEqual(self.recorded(server), {"name": "Ada", "room": "r3"})

    def test_an_option_that_returns_is_accepted_again(self):
        server = self.served(form(cell(required=True)))
        visitor = self.chosen(server)
        self.rooms(server, WITHOUT_2)
        self.refused(server, visitor)
        self.rooms(server, ROOMS)
        visitor.press("Submit")
        self.assertEqual(self.recorded(server)["room"], "r2")

    def test_of_several_choices_the_removed_ones_are_named_and_the_others_kept(self):
        server = self.served(form(cell(selection="multiple")))
        visitor = Visitor(server)
        visitor.open("/forms/booking")
        visitor.press("Room")
        visitor.page.tick("Room 1", "Room 2", "Room 3")
        visitor.press("Apply")
        self.rooms(server, "id,name\nr1,Room 1\nr4,Room 4\n")
        self.refused(server, visitor, "No longer available: Room 2, Room 3. Select again.")
        visitor.press("Room")
        visitor.page.untick("Room 2", "Room 3", group="Selected")
        visitor.press("Apply")
        visitor.press("Submit")
        self.assertEqual(self.recorded(server)["room"], ["r1"])

    def test_an_earlier_error_in_another_cell_does_not_hide_a_removed_choice(self):
        definition = form(cell(), {"id": "mail", "type": "text", "label": "Email", "format": "email"})
        server = self.served(definition)
        visitor = self.chosen(server)
        visitor.page.type("Email", "nobody")
        self.assertEqual(len(visitor.press("Submit", expected=422).errors()), 1)
        self.rooms(server, WITHOUT_2)
        self.assertEqual(len(visitor.open("/forms/booking").errors()), 2)
        visitor.page.type("Email", "ada@example.org")
        self.refused(server, visitor)

    def test_a_removed_choice_is_refused_on_the_review_and_in_a_modal_section(self):
        steps = {"title": "Booking", "review": True, "sections": [
            {"container": "step", "title": "Where", "cells": [cell(required=True)]},
            {"container": "step", "title": "Who", "cells": [{"id": "name", "type": "text", "label": "Name"}]}]}
        server = self.served(steps)
        visitor = self.chosen(server)
        visitor.press("Continue")
        visitor.page.type("Name", "Ada")
        visitor.press("Continue")
        self.assertIn("Room 2", visitor.page.text)
        self.rooms(server, WITHOUT_2)
        page = self.refused(server, visitor)
        self.assertIn("Where", page.text)
        modal = {"title": "Booking", "sections": [
            {"container": "modal", "title": "Where", "label": "Where", "cells": [cell(required=True)]}]}
        server = self.served(modal)
        visitor = Visitor(server)
        visitor.open("/forms/booking")
        visitor.press("Where")
        self.choose(visitor, "Room 2")
        self.rooms(server, WITHOUT_2)
        page = visitor.press("Apply", expected=422)
        self.assertIn(REFUSED, page.text)
        self.rooms(server, ROOMS)
        visitor.press("Apply")
        self.rooms(server, WITHOUT_2)
        self.assertIn(REFUSED, visitor.press("Submit", expected=422).text)
        self.assertEqual(server.submissions("booking"), [])

    def test_a_removed_choice_is_refused_after_the_session_ended(self):
        many = "id,name\n" + "".join(f"r{number},Room {number}\n" for number in range(1, 301))
        server = self.served(form(cell(), cell(label="Others", selection="multiple")), {"rooms.csv": many})
        visitor = self.chosen(server)
        visitor.press("Others")
        visitor.press("Select All")
        visitor.press("Apply")
        self.rooms(server, many.replace("r2,Room 2\n", ""))
        visitor.cookies.clear()
        page = visitor.press("Submit", expected=422)
        self.assertEqual(page.errors(), [f"Room: {REFUSED}", f"Others: {REFUSED}"])
        self.assertEqual(page.value("Name"), "Ada")
        # The labels ended with the process.
        server = self.served(form(cell()))
        visitor = self.chosen(server)
        server.kill()
        replace(server.forms / "rooms.csv", WITHOUT_2)
        server.start()
        self.refused(server, visitor, "No longer available: r2. Select again.")

    def test_a_removed_choice_sent_by_a_program_is_refused(self):
        server = self.served(form(cell(required=True)))
        self.rooms(server, WITHOUT_2)
        visitor = Visitor(server)
        for kind, body in (("application/json", json.dumps({"values": {"name": "Ada", "room": "r2"}})),
                           ("application/x-www-form-urlencoded", "name=Ada&room=r2")):
            status, _, content = visitor.request(
                "POST", server.url + "/forms/booking", body.encode(),
                {"Content-Type": kind, "Accept": "application/json"})[:3]
            self.assertEqual(status, 422)
            [mistake] = json.loads(content)["errors"]
            self.assertEqual(mistake["cell"], "room")
            self.assertIn("r2", mistake["message"])
        self.assertEqual(server.submissions("booking"), [])

    def test_a_changed_label_is_shown_and_a_newly_disabled_option_is_named(self):
        options = [{"value": "r1", "label": "Room 1"}, {"value": "r2", "label": "Room 2"}]
        source = {"file": "rooms.json", "value": "value", "label": "label"}
        server = self.served(form(cell(source=source)), {"rooms.json": json.dumps(options)})
        visitor = self.chosen(server)
        options[1]["label"] = "The Great Hall"
        replace(server.forms / "rooms.json", json.dumps(options))
        wait_until(lambda: "The Great Hall" in visitor.open("/forms/booking").text, "the new label is there")
        options[1]["disabled"] = True
        replace(server.forms / "rooms.json", json.dumps(options))
        wait_until(lambda: server.log_text().count("rooms.json: 2 options") == 2, "the file is read again")
        self.refused(server, visitor, "Not available: The Great Hall. Select another option.")

    def test_conditions_use_a_removed_choice_until_another_one_is_made(self):
        reason = {"id": "reason", "type": "text", "label": "Reason", "visibleWhen": {"cell": "room", "equals": "r2"}}
        guests = {"id": "guests", "type": "text", "label": "Guests", "visibleWhen": {"cell": "room", "filled": True}}
        server = self.served(form(cell(), reason, guests))
        visitor = self.chosen(server)
        visitor.page.type("Reason", "It has a piano.")
        visitor.page.type("Guests", "12")
        self.rooms(server, WITHOUT_2)
        page = self.refused(server, visitor)
        self.assertEqual((page.value("Reason"), page.value("Guests")), ("It has a piano.", "12"))
        self.choose(visitor, "Room 3")
        self.assertFalse(visitor.page.has("textbox", "Reason"))
        self.assertEqual(visitor.page.value("Guests"), "12")
        visitor.press("Submit")
        self.assertEqual(self.recorded(server), {"name": "Ada", "room": "r3", "guests": "12"})

    def test_a_removed_default_is_refused_unless_it_is_read_only(self):
        server = self.served(form(cell(required=True, value="r2"), cell(label="Fixed", value="r2", readOnly=True)))
        self.rooms(server, WITHOUT_2)
        visitor = Visitor(server)
        visitor.open("/forms/booking")
        self.refused(server, visitor)
        self.choose(visitor, "Room 1")
        visitor.press("Submit")
        self.assertEqual(self.recorded(server), {"name": "", "room": "r1", "fixed": "r2"})

    def test_a_draft_keeps_options_of_its_definition_and_follows_the_option_file(self):
        sizes = {"id": "size", "type": "radio-group", "label": "Size", "options": ["Small", "Large"]}
        definition = form(cell(required=True), sizes)
        server = self.served(definition, options=["--watch"])
        visitor = self.chosen(server)
        visitor.page.choose("Large")
        visitor.press("Room")
        visitor.press("Close")
        definition["sections"][0]["cells"][2]["options"] = ["Small", "Huge"]
        replace(server.forms / "booking.json", json.dumps(definition))
        wait_until(lambda: "reloaded 1 form and its templates and assets" in server.log_text(), "the definition is taken")
        other = Visitor(server)
        self.assertTrue(other.open("/forms/booking").has("radio", "Huge"))
        self.rooms(server, WITHOUT_2)
        page = self.refused(server, visitor)
        self.assertEqual(page.checked(), ["Large"])
        self.choose(visitor, "Room 1")
        visitor.press("Submit")
        self.assertEqual(self.recorded(server), {"name": "Ada", "room": "r1", "size": "Large"})

    def test_a_choice_of_an_option_from_an_unknown_former_definition_is_named(self):
        definition = form({"id": "size", "type": "radio-group", "label": "Size", "options": ["Small", "Large"]})
        server = self.served(definition)
        visitor = Visitor(server)
        visitor.open("/forms/booking")
        visitor.page.type("Name", "Ada")
        visitor.page.choose("Large")
        server.kill()
        definition["sections"][0]["cells"][1]["options"] = ["Small", "Huge"]
        replace(server.forms / "booking.json", json.dumps(definition))
        server.start()
        self.refused(server, visitor, "No longer available: Large. Select again.", label="Size")
        visitor.page.choose("Huge")
        visitor.press("Submit")
        self.assertEqual(self.recorded(server), {"name": "Ada", "size": "Huge"})

    def test_removed_options_of_groups_stay_selected_until_they_are_deselected(self):
        for back in ("the draft", "the page alone"):
            with self.subTest(back):
                server = self.served(form(cell(), cell("radio-group", "Table"), cell("checkbox-group", "Desks")))
                visitor = Visitor(server)
                visitor.open("/forms/booking").choose("Room 2").tick("Room 1", "Room 2")
                # From now on the server has a draft.
                visitor.press("Room")
                visitor.press("Close")
                self.rooms(server, WITHOUT_2)
                page = visitor.reload()
                self.assertEqual(page.checked(), ["Room 1", "Room 2", "Room 2"])
                self.assertEqual(page.text.count("No longer available: Room 2"), 2)
                for _ in range(2):
                    if back == "the page alone":
                        visitor.cookies.clear()
                    page = visitor.press("Submit", expected=422)
                    self.assertEqual(page.errors(), [f"Table: {REFUSED}", f"Desks: {REFUSED}"])
                page.choose("None").untick("Room 2")
                visitor.press("Submit")
                self.assertEqual(self.recorded(server), {"name": "", "room": None, "table": None, "desks": ["r1"]})

    def test_disabled_options_of_groups_stay_selected_until_they_are_deselected(self):
        options = [{"value": f"r{number}", "label": f"Room {number}"} for number in (1, 2, 3)]
        source = {"file": "rooms.json", "value": "value", "label": "label"}
        groups = (
            cell(source=source, selection="multiple"), cell("radio-group", "Table", source), cell("checkbox-group", "Desks", source))
        for back in ("the draft", "the page alone"):
            with self.subTest(back):
                server = self.served(form(*groups), {"rooms.json": json.dumps(options)})
                visitor = Visitor(server)
                visitor.open("/forms/booking").choose("Room 2").tick("Room 1", "Room 2")
                visitor.press("Room")
                visitor.page.tick("Room 2", "Room 3")
                visitor.press("Apply")
                disabled = [option | {"disabled": option["value"] == "r2"} for option in options]
                replace(server.forms / "rooms.json", json.dumps(disabled))
                wait_until(lambda: "rooms.json: 3 options" in server.log_text(), "the file is read again")
                visitor.reload()
                if back == "the page alone":
                    visitor.cookies.clear()
                page = visitor.press("Submit", expected=422)
                refused = "Not available: Room 2. Select another option."
                self.assertEqual(page.errors(), [f"{label}: {refused}" for label in ("Room", "Table", "Desks")])
                # In a selection view as well, only deselected choices are removed.
                visitor.press("Room")
                visitor.page.tick("Room 1")
                visitor.press("Apply")
                self.assertIn(f"Room: {refused}", visitor.press("Submit", expected=422).errors())
                visitor.press("Room")
                visitor.page.untick("Room 2")
                visitor.press("Apply")
                visitor.page.choose("Room 3").untick("Room 2")
                visitor.press("Submit")
                self.assertEqual(self.recorded(server), {
                    "name": "", "room": ["r3", "r1"], "table": "r3", "desks": ["r1"]})

    def test_a_chosen_row_deleted_from_a_database_is_refused(self):
        source = {"sqlite": "rooms.db", "table": "rooms", "value": "id", "label": "name"}
        server = Server({"booking": form(cell(source=source, required=True))})
        with sqlite3.connect(server.forms / "rooms.db") as database:
            database.execute("CREATE TABLE rooms (id TEXT PRIMARY KEY, name TEXT)")
            database.executemany("INSERT INTO rooms VALUES (?, ?)", [("r1", "Room 1"), ("r2", "Room 2")])
        self.addCleanup(server.__exit__)
        server.__enter__()
        visitor = self.chosen(server)
        with sqlite3.connect(server.forms / "rooms.db") as database:
            database.execute("DELETE FROM rooms WHERE id = 'r2'")
        self.refused(server, visitor)
