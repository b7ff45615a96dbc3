"""Groups whose options depend on an answer, without scripts: the matching options are on the form."""

import json
import pathlib
import tempfile
import unittest

from formcells import Server, run
from visitor import Visitor


def source(file, **where):
    columns = {column: {"cell": cell} for column, cell in where.items()}
    return {"file": file, "value": "id", "label": "name", "where": columns}


def text(page):
    return " ".join(page.root.all("body")[0].text().split())


SHOP = {
    "title": "Shop",
    "sections": [{"cells": [
        {"id": "region", "type": "radio-group", "label": "Region", "options": [
            {"value": "north", "label": "North"}, {"value": "south", "label": "South"}, {"value": "west", "label": "West"}]},
        {"id": "city", "type": "radio-group", "label": "City", "required": True,
         "source": source("cities.csv", region="region")},
        {"id": "cities", "type": "checkbox-group", "label": "Also", "source": source("cities.csv", region="region")},
    ]}],
}
SOURCES = {"cities.csv": "id,name,region\nb,Bergen,north\nl,Lyon,south\nn,Narvik,north\nm,Madrid,south\n"}


class FollowingGroups(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"shop": SHOP}, SOURCES))

    def setUp(self):
        self.visitor = Visitor(self.server)

    def last_values(self):
        return self.server.submissions("shop")[-1]["values"]

    def test_a_cell_cleared_in_several_entries_is_named_once(self):
        region, city, _ = SHOP["sections"][0]["cells"]
        stops = {"container": "repeat", "id": "stops", "item": "Stop", "title": "Stops", "cells": [city]}
        server = self.enterContext(Server({"shop": {"title": "Shop", "sections": [{"cells": [region]}, stops]}}, SOURCES))
        visitor = Visitor(server)
        visitor.open("/forms/shop").choose("North")
        for name in ("Bergen", "Narvik"):
            visitor.press("Add Stop")
            visitor.page.choose(name)
            visitor.press("Apply")
        visitor.page.choose("South")
        page = text(visitor.press("Update"))
        self.assertIn("City: cleared, because “Region” has changed.", page)
        self.assertNotIn("City, City", page)

    def test_groups_on_the_form_follow_another_cell(self):
        page = self.visitor.open("/forms/shop")
        self.assertEqual(text(page).count("Fill in “Region” first."), 2)
        page.choose("North")
        page = self.visitor.press("Update")
        self.assertEqual([each for each in page.names("radio") if each in ("Bergen", "Narvik", "Lyon", "Madrid")],
                         ["Bergen", "Narvik"])
        self.assertEqual(page.names("checkbox"), ["Bergen", "Narvik"])
        page.choose("Narvik")
        page.tick("Bergen", "Narvik")
        page = self.visitor.press("Update")
        page.choose("South")
        page = self.visitor.press("Update")
        self.assertIn("City, Also: cleared, because “Region” has changed.", text(page))
        self.assertEqual(page.names("checkbox"), ["Lyon", "Madrid"])
        self.assertEqual(page.checked(), ["South"])
        page = self.visitor.press("Undo")
        self.assertEqual(sorted(page.checked()), ["Bergen", "Narvik", "Narvik", "North"])
        self.assertEqual(page.names("checkbox"), ["Bergen", "Narvik"])
        self.visitor.press("Submit")
        self.assertEqual(self.last_values(), {"region": "north", "city": "n", "cities": ["b", "n"]})

    def test_a_choice_posted_together_with_the_change_that_clears_it_is_named(self):
        page = self.visitor.open("/forms/shop")
        page.choose("North")
        page = self.visitor.press("Update")
        # Both in one post, as without scripts or before a script has posted the first.
        page.choose("Narvik")
        page.tick("Bergen")
        page.choose("South")
        page = self.visitor.press("Update")
        self.assertIn("City, Also: cleared, because “Region” has changed.", text(page))
        self.assertEqual(page.checked(), ["South"])
        page = self.visitor.press("Undo")
        self.assertEqual(sorted(page.checked()), ["Bergen", "Narvik", "North"])

    def test_a_group_without_fitting_options_is_not_required_and_refuses_forged_ones(self):
        page = self.visitor.open("/forms/shop")
        page.choose("West")
        page = self.visitor.press("Update")
        self.assertEqual(text(page).count("No Results Found"), 2)
        self.visitor.press("Submit")
        self.assertEqual(self.last_values(), {"region": "west", "city": None, "cities": []})
        page = self.visitor.open("/forms/shop?draft=new")
        page.choose("North")
        page = self.visitor.press("Submit", expected=422)
        url, pairs = page.submission(page.find("button", "Submit"))
        page = self.visitor.post(url, pairs + [("city", "l"), ("cities", "m")], 422)
        # The refused options are shown so that visitors can deselect them.
        self.assertEqual(page.names("checkbox"), ["Bergen", "Narvik", "Madrid"])
        self.assertEqual(page.errors(), [
            "City: Does not fit the other answers: Lyon. Select another option.",
            "Also: Does not fit the other answers: Madrid. Select another option."])

    def test_value_lists_of_an_option_file_have_titles_and_follow_another_cell(self):
        where = {"source": source("floors.csv", region="region") | {"list": "floor"}}
        form = {"title": "Rooms", "sections": [{"cells": [SHOP["sections"][0]["cells"][0], {
            "id": "room", "type": "radio-group", "label": "Room", **where}]}]}
        rows = "id,name,floor,region\nl,Lobby,Ground,north\nb,Boardroom,First,north\nr,Reading,First,south\nt,Terrace,,south\n"
        with Server({"rooms": form}, {"floors.csv": rows}) as server:
            visitor = Visitor(server)
            page = visitor.open("/forms/rooms")

            def titles():
                return [each.text() for each in page.root.all("div") if each["class"] == "group-list-title"]

            for region, expected, rooms in (("North", ["Ground", "First"], ["Lobby", "Boardroom"]),
                                            ("South", ["First"], ["Reading", "Terrace"])):
                page.choose(region)
                page = visitor.press("Update")
                self.assertEqual(titles(), expected)
                self.assertEqual([each for each in page.names("radio") if each in rooms], rooms)
            page.choose("Reading")
            visitor.press("Submit")
            self.assertEqual(server.submissions("rooms")[-1]["values"], {"region": "south", "room": "r"})

    def test_check_refuses_a_group_that_may_show_too_many_options(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            for extra, status in [(0, 0), (1, 1)]:
                rows = [f"{region}{number},N,{region}" for region in "ab" for number in range(100 + extra)]
                (path / "cities.csv").write_text("id,name,region\n" + "\n".join(rows))
                (path / "form.json").write_text(json.dumps({"title": "Form", "sections": [{"cells": [
                    {"id": "region", "type": "text", "label": "Region"},
                    {"id": "city", "type": "radio-group", "label": "City", "source": source("cities.csv", region="region")}]}]}))
                result = run("check", folder)
                self.assertEqual(result.returncode, status, result.stdout)
                self.assertEqual("101 options are too many to show on the form" in result.stdout.decode(), bool(extra))

    def test_a_programs_choice_that_does_not_fit_is_refused_and_never_cleared(self):
        size = {"type": "radio-group", "label": "Size", "source": {"file": "size.csv", "where": {"kind": {"cell": "k"}}}}
        definition = {"title": "Shop", "sections": [
            {"cells": [
                {"id": "k", "type": "radio-group", "label": "K", "options": ["shirt", "mug"], "value": "shirt"},
                {"id": "size", **size}]},
            {"container": "repeat", "id": "it", "item": "Item", "title": "Items", "cells": [
                {"id": "n", "type": "text", "label": "N"}, {"id": "isize", **size}]}]}
        rows = "value,label,kind\ns1,Small,shirt\ns2,Large,shirt\nm1,Mug A,mug\n"
        with Server({"order": definition}, {"size.csv": rows}) as server:
            def send(values):
                status, _, body = Visitor(server, {"Content-Type": "application/json", "Accept": "application/json"}).request(
                    "POST", "/forms/order", json.dumps({"values": values}))
                return status, json.loads(body)

            for values, wrong in [
                    ({"k": "mug", "size": "s1"}, "Small"), ({"k": "mug", "it": [{"isize": "m1"}, {"isize": "s2"}]}, "Large"),
                    ({"k": "mug", "size": "m1", "it": [{"isize": "s1"}]}, "Small")]:
                status, answer = send(values)
                self.assertEqual(status, 422, answer)
                self.assertIn(f"Does not fit the other answers: {wrong}", json.dumps(answer))
            status, _, body = Visitor(server, {"Accept": "application/json"}).request(
                "POST", "/forms/order", "k=mug&size=s1", {"Content-Type": "application/x-www-form-urlencoded"})
            self.assertEqual(status, 422, body)
            status, _ = send({"k": "mug", "size": "m1", "it": [{"isize": "m1"}]})
            self.assertEqual(status, 201)
            self.assertEqual(server.submissions("order")[-1]["values"], {
                "k": "mug", "size": "m1", "it": [{"n": "", "isize": "m1"}]})

    def test_undo_reverts_changes_that_hid_locked_or_calculated_the_followed_cell(self):
        rows = "value,label,kind\ns1,Small,shirt\ns2,Large,shirt\nm1,Mug A,mug\n"
        kinds = ["shirt", "mug"]
        no = {"cell": "who", "equals": "No"}
        for name, k in [
                ("hidden", {"type": "radio-group", "options": kinds, "visibleWhen": no}),
                ("locked", {"type": "radio-group", "options": kinds, "value": "mug", "readOnlyWhen": {"not": no}}),
                ("calculated", {"type": "text", "calculate": "if(who = 'No', 'shirt', 'mug')"})]:
            definition = {"title": "Shop", "sections": [{"cells": [
                {"id": "who", "type": "radio-group", "label": "Who", "options": ["Yes", "No"], "value": "No"},
                {"id": "k", "label": "K", **k},
                {"id": "size", "type": "radio-group", "label": "Size",
                 "source": {"file": "size.csv", "where": {"kind": {"cell": "k"}}}}]}]}
            with self.subTest(name), Server({"order": definition}, {"size.csv": rows}) as server:
                update = "Update K" if name == "calculated" else "Update Who"
                visitor = Visitor(server)
                visitor.open("/forms/order")
                if name != "calculated":
                    visitor.page.choose("shirt")
                visitor.press(update)
                visitor.page.choose("Large")
                visitor.page.choose("Yes")
                visitor.press(update)
                self.assertIn("cleared", visitor.page.text)
                visitor.press("Undo")
                self.assertIn("No", visitor.page.checked())
                visitor.press("Submit")
                values = server.submissions("order")[-1]["values"]
                self.assertEqual((values["who"], values["k"], values["size"]), ("No", "shirt", "s2"))


if __name__ == "__main__":
    unittest.main()
