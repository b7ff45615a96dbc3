"""A visitor changes a submission by the link on the receipt."""

import datetime
import json
import re
import unittest
import urllib.parse

from formcells import Server, run
from services import PostgreSQL
from visitor import Visitor

TRIP = {"title": "Trip", "change": "P14D", "sections": [{"cells": [
    {"id": "name", "type": "text", "label": "Name", "required": True},
    {"id": "seat", "type": "radio-group", "label": "Seat", "options": [
        {"value": "window", "label": "Window", "places": 1}, {"value": "aisle", "label": "Aisle"}]}]}]}


def send(server, name="Ada", seat="Window"):
    """Sends the form; returns the visitor, who sees the receipt, and the address of the link."""
    visitor = Visitor(server)
    visitor.open("/forms/trip")
    visitor.page.type("Name", name)
    visitor.page.choose(seat)
    visitor.press("Submit")
    assert "receipt=" in visitor.page.url, visitor.page.text
    return visitor, link(visitor)


def link(visitor):
    links = {each["href"] for each in visitor.page.root.all("a") if "change=" in (each["href"] or "")}
    assert len(links) == 1, visitor.page.text
    parts = urllib.parse.urlsplit(links.pop())
    return f"{parts.path}?{parts.query}"


def other(code):
    """The same code with another last letter."""
    return code[:-1] + ("Q" if code[-1] == "A" else "A")


class Changing(unittest.TestCase):
    def newest(self, server):
        """The exported values."""
        exported = run(
            "export", "trip", "--format", "jsonl", "--data", server.data, "--forms", server.forms).stdout.decode()
        return [json.loads(line)["values"] for line in exported.splitlines()]

    def test_a_change_on_another_device_after_a_restart_replaces_the_submission(self):
        with Server({"trip": TRIP}, options=["--log", "json"]) as server:
            _, address = send(server)
            server.process.kill()
            server.process.wait()
            server.start()
            other = Visitor(server)
            page = other.open(address)
            self.assertNotIn("change=", page.url)
            self.assertEqual(page.find("textbox", "Name")["value"], "Ada")
            # The option is full, but the visitor keeps the place in it.
            self.assertIn("Window", " ".join(page.checked()))
            page.type("Name", "Ada L.")
            # The session may end meanwhile: the page knows which submission it changes.
            other.cookies.clear()
            other.press("Submit")
            self.assertIn("receipt=", other.page.url)
            self.assertEqual(self.newest(server), [{"name": "Ada L.", "seat": "window"}])
            lines = [json.loads(line) for line in (server.data / "submissions/trip.jsonl").read_text().splitlines()]
            self.assertEqual([line.get("replaces") for line in lines], [None, lines[0]["id"]])
            self.assertNotIn("by", lines[1])
            # The first link leads to the newest answers.
            again = Visitor(server)
            self.assertEqual(again.open(address).find("textbox", "Name")["value"], "Ada L.")
            again.page.choose("Aisle")
            again.press("Submit")
            self.assertEqual(self.newest(server), [{"name": "Ada L.", "seat": "aisle"}])
            # The first place is free again.
            send(server, "Ben")
            self.assertNotIn(re.search(r"change=[0-9a-f]+\.(\S+)", address)[1], server.log_text())

    def test_a_change_says_so_and_is_never_mistaken_for_a_new_form(self):
        with Server({"trip": TRIP}) as server:
            visitor, address = send(server)
            visitor.open(address)
            self.assertIn("You are changing answers that you have sent", visitor.page.text)
            # The form's own address starts another submission; so does the link in the list.
            self.assertIsNone(visitor.open("/forms/trip").find("textbox", "Name")["value"] or None)
            visitor.page.type("Name", "Second Child")
            visitor.page.choose("Aisle")
            visitor.press("Submit")
            self.assertEqual([values["name"] for values in self.newest(server)], ["Ada", "Second Child"])

    def test_erasing_a_submission_removes_saved_drafts_that_would_change_it(self):
        with Server({"trip": TRIP | {"save": True}}) as server:
            visitor, address = send(server)
            visitor.open(address)
            visitor.page.type("Name", "Still Ada")
            visitor.press("Save for Later")
            name = address.split("change=")[1].split(".")[0]
            self.assertIn(b"Still Ada", b"".join(path.read_bytes() for path in (server.data / "drafts").iterdir()))
            self.assertEqual(run("erase", "trip", "--id", name, "--yes", "--data", server.data).returncode, 0)
            self.assertEqual(list((server.data / "drafts").iterdir()), [])

    def test_a_change_of_an_erased_submission_cannot_be_saved_for_later(self):
        with Server({"trip": TRIP | {"save": True}}) as server:
            _, address = send(server)
            visitor = Visitor(server)
            visitor.open(address)
            erased = run("erase", "trip", "--id", address.split("change=")[1].split(".")[0], "--yes", "--data", server.data)
            self.assertEqual(erased.returncode, 0, erased.stderr)
            visitor.press("Save for Later", expected=404)
            self.assertEqual([path.name for path in server.data.rglob("drafts/*") if b"Ada" in path.read_bytes()], [])

    def test_the_receipt_promises_no_date_after_the_form_closes(self):
        with Server({"trip": TRIP | {"save": True, "timeZone": "UTC", "closes": "2036-01-01"}}) as server:
            visitor, _ = send(server)
            self.assertNotIn("2036", visitor.page.text)
        with Server({"trip": TRIP | {"change": "P3650D", "timeZone": "UTC", "closes": "2035-12-31"}}) as server:
            visitor, _ = send(server)
            self.assertIn("December 31, 2035", visitor.page.text)
        with Server({"trip": TRIP | {"change": "P3650D", "timeZone": "UTC", "closes": "2035-11-30T17:00"}}) as server:
            visitor, _ = send(server)
            self.assertIn("until November 30, 2035, 5:00", visitor.page.text)

    def test_the_second_of_two_concurrent_changes_is_refused_and_keeps_its_input(self):
        with Server({"trip": TRIP}) as server:
            _, address = send(server)
            one, two = Visitor(server), Visitor(server)
            one.open(address)
            two.open(address)
            one.page.type("Name", "One")
            two.page.type("Name", "Two")
            one.press("Submit")
            page = two.press("Submit", expected=422)
            self.assertIn("changed or erased in the meantime", page.text)
            self.assertEqual(page.find("textbox", "Name")["value"], "Two")
            self.assertEqual([values["name"] for values in self.newest(server)], ["One"])

    def test_wrong_late_and_erased_change_links_lead_to_the_same_page(self):
        with Server({"trip": TRIP}) as server:
            visitor, address = send(server)
            name, code = address.split("change=")[1].split(".")
            page = Visitor(server).open(f"/forms/trip?change={name}.{other(code)}", 404)
            for wrong in (name, f"{name}.", f"{'0' * 32}.{code}", "x.y", f"{name}.{code}A"):
                self.assertEqual(Visitor(server).open(f"/forms/trip?change={wrong}", 404).title, page.title)
            erased = run("erase", "trip", "--id", name, "--yes", "--data", server.data)
            self.assertEqual(erased.returncode, 0, erased.stderr)
            self.assertEqual(Visitor(server).open(address, 404).title, page.title)
            # Other visitors see no such link.
            self.assertNotIn("change=", Visitor(server).open(visitor.page.url).html)
        short = json.loads(json.dumps(TRIP)) | {"change": "PT1M"}
        with Server({"trip": short}) as server:
            _, address = send(server)
            path = server.data / "submissions/trip.jsonl"
            server.process.kill()
            server.process.wait()
            path.write_text(re.sub(r'"submittedAt":"20\d\d', '"submittedAt":"2020', path.read_text()))
            (server.data / "submissions/trip.jsonl.sums").unlink()
            server.start()
            Visitor(server).open(address, 404)

    def test_a_change_opened_in_time_can_be_sent_for_half_an_hour(self):
        for minutes, is_late in (25, False), (35, True):
            with self.subTest(minutes=minutes), Server({"trip": TRIP | {"change": "PT1M", "timeZone": "UTC"}}) as server:
                _, address = send(server)
                visitor = Visitor(server)
                visitor.open(address)
                visitor.page.type("Name", "Changed")
                server.kill()
                path = server.data / "submissions/trip.jsonl"
                sent = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=minutes)
                path.write_text(re.sub(r'"submittedAt":"[^"]*"', f'"submittedAt":"{sent:%Y-%m-%dT%H:%M:%S}.000Z"', path.read_text()))
                (server.data / "submissions/trip.jsonl.sums").unlink()
                server.start()
                page = visitor.press("Submit", expected=403 if is_late else 200)
                self.assertEqual([each["name"] for each in self.newest(server)], ["Ada" if is_late else "Changed"])
                if is_late:
                    self.assertIn("could be filled in until", page.text)
                    self.assertIn("Changed", page.text)

    def test_a_date_that_was_valid_when_sent_stays_valid_until_it_is_changed(self):
        today = {"type": "date", "minimum": "today"}
        visit = TRIP | {"timeZone": "UTC", "sections": [
            {"cells": [
                {"id": "name", "type": "text", "label": "Name"},
                today | {"id": "day", "label": "Day", "required": True},
                {"id": "arrival", "type": "date-time", "label": "Arrival", "minimum": "now"}]},
            {"container": "repeat", "id": "legs", "item": "Leg", "title": "Legs", "cells": [
                today | {"id": "departure", "label": "Departure"}]}]}
        with Server({"trip": visit}) as server:
            visitor = Visitor(server)
            visitor.open("/forms/trip")
            visitor.page.type("Day", "2090-05-04")
            visitor.page.type("Arrival", "2090-05-04T10:00")
            visitor.press("Add Leg")
            visitor.page.type("Departure", "2090-05-05")
            visitor.press("Apply")
            visitor.press("Submit")
            address = link(visitor)
            # By now the days are past.
            server.kill()
            path = server.data / "submissions/trip.jsonl"
            path.write_text(path.read_text().replace("2090", "2019"))
            (server.data / "submissions/trip.jsonl.sums").unlink()
            server.start()
            visitor = Visitor(server)
            visitor.open(address)
            visitor.page.type("Name", "Ada")
            visitor.page.type("Day", "2019-05-03")
            page = visitor.press("Submit", expected=422)
            self.assertEqual([each.split(":")[0] for each in page.errors()], ["Day"])
            visitor.page.type("Day", "2019-05-04")
            # The same after the session has ended.
            visitor.cookies.clear()
            visitor.press("Submit")
            self.assertEqual(self.newest(server), [{
                "name": "Ada", "day": "2019-05-04", "arrival": "2019-05-04T10:00", "legs": [{"departure": "2019-05-05"}]}])

    def test_a_change_keeps_what_the_current_form_can_hold_and_names_the_rest(self):
        def trip(options=("good", "bad"), rows=("food", "view"), criteria=("day", "price"), most=5, price="10.00"):
            return {"title": "Trip", "change": "P14D", "save": True, "review": True, "sections": [{"cells": [
                {"id": "quality", "type": "matrix", "label": "Quality", "options": list(options),
                 "rows": [{"id": row, "label": row.capitalize()} for row in rows]},
                {"id": "order", "type": "order-picker", "label": "Order", "criteria": [
                    {"id": key, "label": key.capitalize(), "selected": True} for key in criteria]},
                {"id": "stars", "type": "rating", "label": "Stars", "to": most},
                {"id": "price", "type": "currency", "label": "Price", "currency": "EUR", "readOnly": True,
                 "value": {"amount": price, "currency": "EUR"}}]}]}
        chosen = {"selected": True, "direction": "ascending"}
        both = [{"id": "day", **chosen}, {"id": "price", **chosen}]
        new = {"id": "size", **chosen}
        cases = [
            (trip(options=("fine", "bad")), "Quality", {"quality": {"food": None, "view": "bad"}}),
            (trip(rows=("view", "beds")), "Quality", {"quality": {"view": "bad", "beds": None}}),
            (trip(criteria=("size", "day", "price")), None, {"order": [*both, new]}),
            (trip(criteria=("size", "price")), "Order", {"order": [both[1], new]}),
            (trip(most=4), "Stars", {"stars": None}),
            (trip(price="7.00"), None, {"price": {"amount": "7.00", "currency": "EUR"}}),
        ]
        sent = {
            "quality": {"food": "good", "view": "bad"}, "order": both, "stars": 5, "price": {"amount": "10.00", "currency": "EUR"}}
        for way in ("change", "resume"):
            for number, (form, named, kept) in enumerate(cases):
                with self.subTest(way, case=number), Server({"trip": trip()}) as server:
                    visitor = Visitor(server)
                    page = visitor.open("/forms/trip")
                    for name in ("Food, good", "View, bad", "5"):
                        page.choose(name)
                    if way == "change":
                        visitor.press("Continue")
                        visitor.press("Submit")
                        self.assertEqual(self.newest(server), [sent])
                        address = link(visitor)
                    else:
                        page = visitor.press("Save for Later")
                        address = re.search(r"/forms/trip\?resume=[^\s\"<]+", page.html)[0]
                    server.kill()
                    (server.forms / "trip.json").write_text(json.dumps(form))
                    server.start()
                    visitor = Visitor(server)
                    page = visitor.open(address)
                    self.assertEqual(f"{named}: entry cleared." in page.text, named is not None, page.text)
                    # The review shows what will be recorded.
                    page = visitor.press("Continue")
                    self.assertEqual("€7.00" in page.text, "price" in kept)
                    visitor.press("Submit")
                    self.assertEqual(self.newest(server), [sent | kept])

    def test_a_value_that_a_changed_cell_type_cannot_hold_is_cleared_and_named(self):
        def trip(kind, group, **keys):
            return {"title": "Trip", "change": "P14D", "sections": [{"cells": [
                {"id": "size", "type": kind, "label": "Size", **keys}, {"id": "code", "type": kind, "label": "Code", **keys},
                {"id": "days", "type": group, "label": "Days", "options": ["Mon", "Tue"]}]}]}
        with Server({"trip": trip("text", "checkbox-group")}) as server:
            visitor = Visitor(server)
            page = visitor.open("/forms/trip")
            page.type("Size", "12.50")
            page.type("Code", "00123")
            page.tick("Mon", "Tue")
            visitor.press("Submit")
            address = link(visitor)
            self.assertFalse(visitor.open(address).has("button", "Start Over"))
            server.kill()
            (server.forms / "trip.json").write_text(json.dumps(trip("number", "radio-group", decimals=2)))
            server.start()
            visitor = Visitor(server)
            page = visitor.open(address)
            self.assertEqual((page.value("Size"), page.value("Code"), page.checked()), ("12.50", "", ["None"]))
            self.assertIn("Code, Days: entry cleared.", page.text)
            visitor.press("Submit")
            self.assertEqual(self.newest(server), [{"size": 12.5, "code": None, "days": None}])

    def test_a_change_works_at_each_server_of_one_database(self):
        with PostgreSQL() as database:
            options = ["--submissions", database.url]
            with Server({"trip": TRIP}, options=options) as one, Server({"trip": TRIP}, options=options) as two:
                _, address = send(one)
                other = Visitor(two)
                other.open(address)
                other.page.type("Name", "Changed")
                other.press("Submit")
                self.assertIn("receipt=", other.page.url)
                self.assertEqual(Visitor(one).open(address).find("textbox", "Name")["value"], "Changed")


if __name__ == "__main__":
    unittest.main()
