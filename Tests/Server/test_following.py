"""Options that depend on an answer, without scripts: a picker offers the rows of a file that match another cell's value."""

import json
import pathlib
import tempfile
import unittest

from formcells import Server, run
from visitor import Visitor


def source(file, **where):
    columns = {column: {"cell": cell} for column, cell in where.items()}
    return {"file": file, "value": "id", "label": "name"} | ({"where": columns} if columns else {})


PLACE = {
    "title": "Place",
    "sections": [
        {"cells": [
            {"id": "region", "type": "select", "label": "Region", "source": source("regions.csv")},
            {"id": "city", "type": "list-picker", "label": "City", "required": True, "apply": False,
             "source": source("cities.csv", region="region")},
            {"id": "halls", "type": "list-picker", "label": "Halls", "selection": "multiple",
             "source": source("halls.csv", city="city")},
            {"id": "word", "type": "text", "label": "Word"},
        ]},
        {"container": "modal", "label": "Return", "cells": [
            {"id": "land", "type": "text", "label": "Land"},
            {"id": "town", "type": "select", "label": "Town", "source": source("cities.csv", region="land")},
        ]},
    ],
}
CODES = {
    "title": "Codes",
    "sections": [{"cells": [
        {"id": "group", "type": "radio-group", "label": "Group", "options": ["a", "b"]},
        {"id": "codes", "type": "list-picker", "label": "Code", "selection": "multiple",
         "source": {"file": "codes.jsonl", "where": {"group": {"cell": "group"}}}},
    ]}],
}
# Options that follow a cell across hidden sections and a modal section's view.
TRIP = {
    "title": "Trip",
    "sections": [
        {"cells": [{"id": "on", "type": "switch", "label": "On", "value": True},
                   {"id": "there", "type": "switch", "label": "There", "value": True}]},
        {"visibleWhen": {"cell": "on", "equals": True}, "cells": [
            {"id": "region", "type": "radio-group", "label": "Region", "options": [
                {"value": "north", "label": "North"}, {"value": "south", "label": "South"}]},
            {"id": "city", "type": "list-picker", "label": "City", "apply": False,
             "visibleWhen": {"cell": "there", "equals": True}, "source": source("cities.csv", region="region")},
        ]},
        {"container": "modal", "label": "Return", "cells": [
            {"id": "land", "type": "text", "label": "Land"},
            {"id": "town", "type": "select", "label": "Town", "source": source("cities.csv", region="land")},
            {"id": "word", "type": "text", "label": "Word"},
        ]},
        {"cells": [{"id": "towns", "type": "list-picker", "label": "Also", "selection": "multiple",
                    "source": source("cities.csv", region="land")}]},
    ],
}
LOCK = {"readOnlyWhen": {"cell": "lock", "equals": True}}
LOCKED = {
    "title": "Locked",
    "sections": [{"cells": [
        {"id": "lock", "type": "switch", "label": "Lock"},
        {"id": "region", "type": "radio-group", "label": "Region", "value": "north", "options": [
            {"value": "north", "label": "North"}, {"value": "south", "label": "South"}]} | LOCK,
        {"id": "word", "type": "text", "label": "Word", "value": "first"} | LOCK,
        {"id": "city", "type": "list-picker", "label": "City", "apply": False,
         "source": source("cities.csv", region="region")},
    ]}],
}
SOURCES = {
    "regions.csv": "id,name\nnorth,North\nsouth,South\n",
    "cities.csv": "id,name,region\nb,Bergen,north\nl,Lyon,south\nn,Narvik,north\nm,Madrid,south\n",
    "halls.csv": "id,name,city\nh1,Hall 1,b\nh2,Hall 2,b\nh3,Hall 3,l\n",
    "codes.jsonl": "".join(
        json.dumps({"value": str(number), "label": f"Code {number}", "group": "ab"[number % 2]}) + "\n"
        for number in range(240)),
}


class Following(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"place": PLACE, "codes": CODES, "trip": TRIP, "locked": LOCKED}, SOURCES))

    def setUp(self):
        self.visitor = Visitor(self.server)
        self.page = self.visitor.open("/forms/place")

    def pick(self, cell, *labels):
        """Chooses in the view of a picker or select, by whichever buttons it has."""
        page = self.visitor.press(cell)
        for label in labels:
            if page.has("checkbox", label):
                page.tick(label)
            elif page.has("radio", label):
                page.choose(label)
            else:
                return self.visitor.press(label)
        return self.visitor.press("Done" if page.has("button", "Done") else "Apply")

    def text(self, page):
        return " ".join(page.root.all("body")[0].text().split())

    def rows(self, page):
        return [name for role in ("radio", "checkbox") for name in page.names(role) if name != "None"]

    def last_values(self, form="place"):
        return self.server.submissions(form)[-1]["values"]

    def test_a_cell_that_follows_an_empty_cell_says_so_and_is_not_required(self):
        self.assertIn("Fill in “Region” first.", self.text(self.page))
        view = self.visitor.press("City")
        self.assertIn("Fill in “Region” first.", self.text(view))
        self.assertNotIn("Bergen", self.text(view))
        self.visitor.press("Close")
        self.visitor.press("Submit")
        self.assertEqual(self.last_values(), {
            "region": None, "city": None, "halls": [], "word": "", "land": "", "town": None})

    def test_only_options_that_fit_are_offered_and_found(self):
        page = self.pick("Region", "North")
        self.assertNotIn("Fill in “Region” first.", self.text(page))
        self.assertIn("Fill in “City” first.", self.text(page))
        view = self.visitor.press("City")
        self.assertIn("Bergen", self.text(view))
        self.assertNotIn("Lyon", self.text(view))
        view.type("Search", "r", role="searchbox")
        view = self.visitor.press("Search")
        self.assertEqual([each for each in ("Bergen", "Narvik", "Madrid") if each in self.text(view)],
                         ["Bergen", "Narvik"])
        view.type("Search", "lyon", role="searchbox")
        self.assertIn("No Results Found", self.text(self.visitor.press("Search")))
        self.visitor.press("Close")
        page = self.visitor.press("Submit", expected=422)
        self.assertEqual(page.errors(), ["City: Select an option."])

    def test_a_change_clears_choices_that_no_longer_fit_and_undo_restores_both(self):
        self.pick("Region", "North")
        self.pick("City", "Bergen")
        page = self.pick("Halls", "Hall 1", "Hall 2")
        page.type("Word", "kept")
        page = self.pick("Region", "South")
        self.assertIn("City, Halls: cleared, because “Region” has changed.", self.text(page))
        self.assertNotIn("Bergen", self.text(page))
        self.assertIn("Fill in “City” first.", self.text(page))
        page = self.visitor.press("Undo")
        for text in ["North", "Bergen", "Hall 1, Hall 2"]:
            self.assertIn(text, self.text(page))
        self.assertEqual(page.value("Word"), "kept")
        self.visitor.press("Submit")
        self.assertEqual(self.last_values() | {"land": 0, "town": 0}, {
            "region": "north", "city": "b", "halls": ["h1", "h2"], "word": "kept", "land": 0, "town": 0})

    def test_undo_of_a_clearing_change_works_without_the_session(self):
        self.pick("Region", "North")
        self.pick("City", "Bergen")
        self.pick("Region", "South")
        self.visitor.cookies.clear()
        page = self.visitor.press("Undo")
        self.assertIn("North", self.text(page))
        self.assertIn("Bergen", self.text(page))

    def test_a_choice_that_still_fits_is_kept(self):
        self.pick("Region", "North")
        self.pick("City", "Bergen")
        page = self.pick("Region", "North")
        self.assertIn("Bergen", self.text(page))
        self.assertNotIn("cleared", self.text(page))

    def test_a_value_that_does_not_fit_is_refused_from_pages_and_programs(self):
        self.pick("Region", "North")
        page = self.pick("City", "Bergen")
        url, pairs = page.submission(page.find("button", "Submit"))
        forged = [(name, "v,l" if name == "city" else value) for name, value in pairs]
        self.assertNotEqual(forged, pairs)
        self.visitor.cookies.clear()
        page = self.visitor.post(url, forged, 422)
        self.assertEqual((page.status, page.errors()), (422, [
            "City: Does not fit the other answers: Lyon. Select another option."]))
        count = len(self.server.submissions("place"))
        for values, status in [
            ({"region": "north", "city": "l"}, 422), ({"city": "b"}, 422), ({"region": "north", "city": "x"}, 422),
            ({"region": "north", "city": "b", "halls": ["h3"]}, 422),
            ({"region": "south", "city": "l", "halls": ["h3"]}, 201),
        ]:
            answer, _, _ = Visitor(self.server).request(
                "POST", "/forms/place", json.dumps({"values": values}).encode(),
                {"Accept": "application/json", "Content-Type": "application/json"})
            self.assertEqual(answer, status, values)
        self.assertEqual(len(self.server.submissions("place")), count + 1)

    def test_a_forged_option_cannot_be_chosen(self):
        self.pick("Region", "North")
        view = self.visitor.press("City")
        url, pairs = view.submission(view.find("button", "Bergen"))
        forged = [(name, "l" if (name, value) == ("_choose", "b") else value) for name, value in pairs]
        self.assertNotEqual(forged, pairs)
        view = self.visitor.post(url, forged, 422)
        self.assertIn("Does not fit the other answers: Lyon. Select another option.", self.text(view))
        self.assertNotIn("Lyon", self.text(self.visitor.open("/forms/place")))

    def test_a_tick_on_a_page_older_than_the_other_answer_is_refused_by_name(self):
        page = self.visitor.open("/forms/codes")
        page.choose("b")
        view = self.visitor.press("Code")
        view.tick("Code 1")
        url, pairs = view.submission(view.find("button", "Apply"))
        page = self.visitor.open(page.url)
        page.choose("a")
        self.visitor.press("Update")
        view = self.visitor.post(url, pairs, 422)
        self.assertIn("Does not fit the other answers: Code 1. Select another option.", self.text(view))
        view.tick("Code 2")
        self.visitor.press("Apply")
        self.visitor.press("Submit")
        self.assertEqual(self.last_values("codes")["codes"], ["2"])

    def test_apply_refuses_ticks_that_no_longer_fit(self):
        page = self.visitor.open("/forms/codes")
        page.choose("b")
        view = self.visitor.press("Code")
        view.tick("Code 1", "Code 3", "Code 5", "Code 7")
        view.type("Search", "Code 2", role="searchbox")
        address = self.visitor.press("Search").url
        page = self.visitor.open("/forms/codes")
        page.choose("a")
        self.visitor.press("Update")
        view = self.visitor.open(address)
        view.tick("Code 2")
        view = self.visitor.press("Apply", expected=422)
        self.assertIn("Does not fit the other answers: Code 1, Code 3, Code 5, Code 7. Select another option.", self.text(view))
        view.type("Search", "", role="searchbox")
        view = self.visitor.press("Search")
        view.untick("Code 1", "Code 3", "Code 5", "Code 7", group="Selected")
        self.visitor.press("Apply")
        self.visitor.press("Submit")
        self.assertEqual(self.last_values("codes")["codes"], ["2"])

    def test_submit_does_not_send_the_form_when_it_clears_a_choice(self):
        for change in ("region", "tab", "gone"):
            with self.subTest(change):
                count = len(self.server.submissions("trip"))
                page = self.open_trip("North", "Bergen")
                if change == "region":
                    page.choose("South")
                    page = self.visitor.press("Submit")
                elif change == "gone":
                    page.choose("South")
                    self.visitor.cookies.clear()
                    page = self.visitor.press("Submit", expected=422)
                    self.assertEqual(page.errors(), ["City: Does not fit the other answers: Bergen. Select another option."])
                    continue
                else:
                    self.visitor.open(page.url).choose("South")
                    self.visitor.press("Update Region")
                    page = self.visitor.press("Submit", page=page)
                self.assertIn("City: cleared, because “Region” has changed.", self.text(page))
                self.assertEqual(page.checked(), ["South"])
                self.assertEqual(len(self.server.submissions("trip")), count)
                self.assertIn("receipt=", self.visitor.press("Submit").url)
                self.assertEqual(self.last_values("trip")["city"], None)

    def test_undo_after_submit_cleared_a_choice_restores_it_for_sending(self):
        self.open_trip("North", "Bergen").choose("South")
        self.visitor.press("Submit")
        page = self.visitor.press("Undo")
        self.assertEqual(page.checked(), ["North"])
        self.visitor.press("Submit")
        values = self.last_values("trip")
        self.assertEqual((values["region"], values["city"]), ("north", "b"))

    def test_cells_that_are_hidden_together_come_back_with_their_values(self):
        page = self.open_trip("North", "Bergen")
        page.find("switch", "On").attributes.pop("checked")
        page = self.visitor.press("Update On")
        self.assertFalse(page.has("button", "City Bergen"))
        self.assertNotIn("cleared", self.text(page))
        page.find("switch", "On").attributes["checked"] = ""
        page = self.visitor.press("Update On")
        self.assertTrue(page.has("button", "City Bergen"))

    def test_a_hidden_choice_that_no_longer_fits_is_refused_once_it_is_shown_again(self):
        page = self.open_trip("North", "Bergen")
        page.find("switch", "There").attributes.pop("checked")
        page.choose("South")
        page = self.visitor.press("Update Region")
        self.assertNotIn("cleared", self.text(page))
        page.find("switch", "There").attributes["checked"] = ""
        self.visitor.press("Update There")
        page = self.visitor.press("Submit", expected=422)
        self.assertEqual(page.errors(), ["City: Does not fit the other answers: Bergen. Select another option."])
        page.choose("North")
        self.visitor.press("Submit")
        self.assertEqual(self.last_values("trip")["city"], "b")

    def test_a_modal_section_shows_cleared_choices_before_it_is_applied(self):
        self.open_trip()
        view = self.visitor.press("Return")
        view.type("Land", "north")
        self.pick("Town", "Narvik")
        view = self.visitor.page
        view.type("Land", "south")
        view = self.visitor.press("Apply")
        self.assertIn("Town: cleared, because “Land” has changed.", self.text(view))
        self.assertEqual((view.dialog_name, view.value("Land")), ("Return", "south"))
        page = self.visitor.press("Apply")
        self.assertIsNone(page.dialog)

    def test_a_choice_outside_a_modal_section_follows_it_once_it_is_applied(self):
        self.open_trip()
        self.visitor.press("Return").type("Land", "north")
        self.visitor.press("Apply")
        self.pick("Also", "Bergen", "Narvik")
        view = self.visitor.press("Return")
        view.type("Land", "south")
        view = self.visitor.press("Update Land")
        self.assertNotIn("cleared", self.text(view))
        view.type("Word", "kept")
        self.visitor.press("Update Land")
        page = self.visitor.open("/forms/trip")
        self.assertIn("Bergen, Narvik", self.text(page))
        self.assertNotIn("cleared", self.text(page))
        self.visitor.open(view.url)
        page = self.visitor.press("Apply")
        self.assertIn("Also: cleared, because “Land” has changed.", self.text(page))
        self.visitor.press("Submit")
        values = self.last_values("trip")
        self.assertEqual((values["land"], values["word"], values["towns"]), ("south", "kept", []))

    def test_a_cell_is_not_required_if_no_option_fits_a_choice_but_is_for_a_typed_text(self):
        cities = {"type": "list-picker", "required": True, "apply": False}
        form = {"title": "Address", "sections": [{"cells": [
            {"id": "land", "type": "list-picker", "label": "Land", "apply": False, "options": ["north", "island"],
             "other": {"label": "Another"}},
            {"id": "city", "label": "City", "source": source("cities.csv", region="land")} | cities,
            {"id": "word", "type": "text", "label": "Word"},
            {"id": "town", "label": "Town", "source": source("cities.csv", region="word")} | cities,
        ]}]}
        with Server({"address": form}, SOURCES) as server:
            def sent(**values):
                status, _, body = Visitor(server).request(
                    "POST", "/forms/address", json.dumps({"values": values}).encode(),
                    {"Accept": "application/json", "Content-Type": "application/json"})
                return status, [error["cell"] for error in json.loads(body).get("errors", [])]

            self.assertEqual(sent(land="north"), (422, ["city"]))
            self.assertEqual(sent(land="island"), (201, []))
            self.assertEqual(sent(land={"other": "elsewhere"}), (201, []))
            self.assertEqual(sent(land="island", city="b"), (422, ["city"]))
            self.assertEqual(sent(word="nroth"), (422, ["town"]))
            visitor = Visitor(server)
            visitor.open("/forms/address")
            visitor.press("Land")
            page = visitor.press("island")
            self.assertNotIn("City*", self.text(page))
            self.assertIn("receipt=", visitor.press("Submit").url)

    def test_a_temporarily_read_only_cell_shows_and_counts_as_its_initial_value(self):
        """The page shows the followed value, which is sent; the earlier entry returns afterwards."""
        page = self.visitor.open("/forms/locked")
        page.choose("South").type("Word", "entered")
        page = self.visitor.press("Update Region")
        page.find("switch", "Lock").attributes["checked"] = ""
        page = self.visitor.press("Update Lock")
        self.assertEqual(page.value("Word"), "first")
        self.assertIn("Region North", self.text(page))
        view = self.visitor.press("City")
        self.assertIn("Bergen", self.text(view))
        self.assertNotIn("Lyon", self.text(view))
        page = self.visitor.press("Bergen")
        page.find("switch", "Lock").attributes.pop("checked")
        page = self.visitor.press("Update Lock")
        self.assertEqual((page.value("Word"), page.checked()), ("entered", ["South"]))
        page.find("switch", "Lock").attributes["checked"] = ""
        self.visitor.press("Update Lock")
        self.visitor.press("Submit")
        self.assertEqual(self.last_values("locked"), {"lock": True, "region": "north", "word": "first", "city": None})

    def test_check_warns_of_unfit_defaults_and_of_following_a_disabled_cell(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "cities.csv").write_text(SOURCES["cities.csv"], encoding="utf-8")
            for begins, disabled, city, warned in [
                ("north", False, "l", ["unfit-value"]), ("north", False, "b", []), (None, False, "b", ["unfit-value"]),
                ("north", True, None, ["never-true"]),
            ]:
                cells = [{"id": "region", "type": "text", "label": "Region"} | ({"value": begins} if begins else {})
                         | ({"disabled": True} if disabled else {}),
                         {"id": "city", "type": "list-picker", "label": "City",
                          "source": source("cities.csv", region="region")} | ({"value": city} if city else {})]
                (path / "form.json").write_text(json.dumps({"title": "Form", "sections": [{"cells": cells}]}))
                said = run("check", folder).stdout.decode()
                found = [rule for rule in ("unfit-value", "never-true") if rule in said]
                self.assertEqual(found, warned, said)

    def open_trip(self, region=None, city=None):
        page = self.visitor.open("/forms/trip")
        if region is None:
            return page
        page.choose(region)
        return self.pick("City", city)

    def test_a_cell_in_a_modal_section_follows_another_cell_of_the_section(self):
        view = self.visitor.press("Return")
        self.assertIn("Fill in “Land” first.", self.text(view))
        view.type("Land", "north")
        self.pick("Town", "Narvik")
        view = self.visitor.page
        view.type("Land", "south")
        view = self.visitor.press("Update")
        self.assertIn("Town: cleared, because “Land” has changed.", self.text(view))
        view = self.visitor.press("Undo")
        self.assertIn("Narvik", self.text(view))
        self.assertEqual(view.value("Land"), "north")
        self.visitor.press("Apply")
        self.pick("Region", "North")
        self.pick("City", "Bergen")
        self.visitor.press("Submit")
        self.assertEqual((self.last_values()["land"], self.last_values()["town"]), ("north", "n"))

    def test_select_all_and_show_more_use_only_options_that_fit(self):
        page = self.visitor.open("/forms/codes")
        page.choose("b")
        view = self.visitor.press("Code")
        self.assertEqual(len(self.rows(view)), 50)
        view = self.visitor.press("Show more")
        self.assertEqual(len(self.rows(view)), 100)
        view = self.visitor.press("Select All")
        self.visitor.press("Apply")
        self.visitor.press("Submit")
        self.assertEqual(self.last_values("codes")["codes"], [str(number) for number in range(1, 240, 2)])


if __name__ == "__main__":
    unittest.main()
