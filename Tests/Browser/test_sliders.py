"""Sliders: the number field, and with scripts the scale beside it."""

from browser import PHONE, BrowserCase


class Plain(BrowserCase):
    """Scripts off: the field is sufficient."""

    path = "/gallery/slider-filled"

    def test_SL1_only_the_field_is_shown(self):
        self.assertEqual([(each["role"], each["name"]) for each in self.tree() if each["role"] in ("slider", "textbox")],
                         [("textbox", "Volume")])
        self.assertTrue(self.page.locator(".slider-ends").is_hidden())

    def test_SL1_the_field_is_described_by_the_bounds_of_the_scale(self):
        for slug, role, name, words in (
                ("slider-filled", "textbox", "Volume", "0 to 100 %, in steps of 5"),
                ("slider-range", "group", None, "0 to 300 €, in steps of 10"),
                ("slider-german", "textbox", "Abstand", "0 bis 5 m, in Schritten von 0,5")):
            with self.subTest(slug=slug):
                self.page.goto(f"/gallery/{slug}")
                self.assertTrue(self.page.get_by_text(words, exact=True).is_visible())
                found = [each["description"] for each in self.tree() if each["role"] == role and name in (None, each["name"])]
                self.assertTrue(any(words in each for each in found), found)

    def test_SL1_read_only_and_disabled_sliders_have_no_description_of_the_scale(self):
        for slug in ("slider-read-only", "slider-disabled"):
            self.page.goto(f"/gallery/{slug}")
            self.assertEqual(self.page.locator(".slider-words").count(), 0)


class Enhanced(BrowserCase):
    scripts = True
    size = PHONE
    path = "/gallery/slider-helper"

    def setUp(self):
        super().setUp()
        self.track, self.field = self.page.get_by_role("slider", name="Volume"), self.page.get_by_role("textbox", name="Volume")
        self.track.wait_for()

    def both(self):
        return self.field.input_value(), self.track.input_value(), self.track.get_attribute("aria-valuetext")

    def test_SL2_an_untouched_slider_has_no_value_and_says_so(self):
        self.assertEqual(self.both(), ("", "0", "Nothing entered"))
        box = self.track.bounding_box()
        self.page.mouse.click(box["x"] + 4, box["y"] + box["height"] / 2)
        self.assertEqual(self.both(), ("0", "0", "0 %"))

    def test_SL1_the_scale_shows_its_bounds_and_the_field_is_described_by_them(self):
        self.assertTrue(self.page.locator(".slider-words").is_hidden())
        self.assertTrue(self.page.locator(".slider-ends").is_visible())
        field, = [each for each in self.tree() if each["role"] == "textbox"]
        self.assertIn("0 to 100", field["description"])

    def test_SL2_keys_move_the_handle_and_fill_in_the_number(self):
        self.track.focus()
        for key, both in (("ArrowRight", ("5", "5", "5 %")), ("End", ("100", "100", "100 %")), ("Home", ("0", "0", "0 %"))):
            self.page.keyboard.press(key)
            self.assertEqual(self.both(), both)

    def test_SL2_typed_numbers_move_the_handle_unless_they_are_off_the_scale(self):
        for text, both in (("40", ("40", "40", "40 %")), ("400", ("400", "40", "400 %")),
                           ("43", ("43", "45", "43 %")), ("", ("", "0", "Nothing entered")), ("x", ("x", "0", "x %"))):
            self.field.fill(text)
            self.assertEqual(self.both(), both)

    def test_SL2_the_number_is_in_the_notation_of_the_language(self):
        self.page.goto("/gallery/slider-german")
        track = self.page.get_by_role("slider", name="Abstand")
        track.focus()
        self.page.keyboard.press("ArrowRight")
        self.assertEqual(self.page.get_by_role("textbox", name="Abstand").input_value(), "3")
        self.page.keyboard.press("ArrowLeft")
        self.assertEqual(self.page.get_by_role("textbox", name="Abstand").input_value(), "2,5")

    def test_SL2_an_ambiguous_separator_does_not_move_the_handle(self):
        self.page.goto("/gallery/slider-german")
        track, field = self.page.get_by_role("slider", name="Abstand"), self.page.get_by_role("textbox", name="Abstand")
        for text, position, said in (("4,5", "4.5", "4,5"), ("1.000", "4.5", "1.000"), ("1,5,5", "4.5", "1,5,5"), ("3", "3", "3")):
            field.fill(text)
            self.assertEqual(track.input_value(), position)
            self.assertTrue(track.get_attribute("aria-valuetext").startswith(said))

    def test_SL2_read_only_and_disabled_sliders_cannot_be_moved(self):
        for slug in ("read-only", "disabled"):
            self.page.goto(f"/gallery/slider-{slug}")
            track = self.page.get_by_role("slider", name="Volume")
            track.wait_for()
            self.assertTrue(track.is_disabled())

    def test_SL2_the_scale_is_high_enough_to_touch(self):
        self.assertGreaterEqual(self.track.bounding_box()["height"], 44)

    def test_SL2_keys_that_do_not_move_the_handle_enter_its_number(self):
        for key in ("Home", " ", "ArrowLeft", "PageDown"):
            self.page.goto("/gallery/slider-helper")
            self.track.wait_for()
            self.track.focus()
            self.page.keyboard.press(key)
            self.assertEqual(self.both(), ("0", "0", "0 %"), key)

    def test_SL2_from_between_two_steps_an_arrow_key_moves_to_the_adjacent_step(self):
        for key, number in (("ArrowUp", "35"), ("ArrowDown", "30")):
            for typed in ("33", "32"):
                self.field.fill(typed)
                self.track.focus()
                self.page.keyboard.press(key)
                self.assertEqual(self.both()[0], number, (typed, key))

    def test_SL2_the_handle_follows_numbers_with_unambiguous_signs(self):
        self.page.goto("/gallery/slider-decimals")
        track, field = self.page.get_by_role("slider", name="Offset"), self.page.get_by_role("textbox", name="Offset")
        track.wait_for()
        for text, position in (("+1", "1"), ("\u22121.25", "-1.25"), ("1.", "1")):
            field.fill(text)
            self.assertEqual(track.input_value(), position)
        track.focus()
        self.page.keyboard.press("ArrowLeft")
        self.assertEqual(field.input_value(), "0.75")


class PlainRange(BrowserCase):
    path = "/gallery/slider-range"

    def test_SL3_only_the_fields_are_shown(self):
        names = [(each["role"], each["name"]) for each in self.tree() if each["role"] in ("group", "slider", "textbox")]
        self.assertEqual(names, [("group", "Price"), ("textbox", "From"), ("textbox", "To")])


class Range(BrowserCase):
    """Two handles on one scale."""

    scripts = True
    size = PHONE
    path = "/gallery/slider-range-empty"

    def open(self, slug, role_names=("From", "To")):
        self.page.goto(f"/gallery/{slug}")
        self.page.get_by_role("slider", name=role_names[0]).wait_for()

    def setUp(self):
        super().setUp()
        self.page.get_by_role("slider", name="From").wait_for()
        self.scale = self.page.locator(".slider-tracks")

    def numbers(self):
        return [self.page.locator(".field").nth(index).input_value() for index in (0, 1)]

    def at(self, part):
        box = self.scale.bounding_box()
        return box["x"] + 12 + part * (box["width"] - 24), box["y"] + box["height"] / 2

    def drag(self, start, end):
        self.page.mouse.move(*self.at(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.at((start + end) / 2))
        self.page.mouse.move(*self.at(end))
        self.page.mouse.up()

    def test_SL3_the_first_press_enters_both_numbers(self):
        said = [self.page.get_by_role("slider", name=name).get_attribute("aria-valuetext") for name in ("From", "To")]
        self.assertEqual((self.numbers(), said), (["", ""], ["Nothing entered"] * 2))
        self.page.mouse.click(*self.at(0.2))
        self.assertEqual(self.numbers(), ["60", "300"])

    def test_SL3_the_nearest_handle_follows_and_does_not_pass_the_other(self):
        self.page.mouse.click(*self.at(0.2))
        for start, end, numbers in ((1, 0.5, ["60", "150"]), (0.2, 0.9, ["150", "150"]), (0.5, 0.8, ["150", "240"]),
                                    (0.8, 0.1, ["150", "150"]), (0.5, 0.1, ["30", "150"])):
            self.drag(start, end)
            self.assertEqual(self.numbers(), numbers, (start, end))

    def test_SL3_handles_that_meet_at_an_end_can_be_separated(self):
        self.page.mouse.click(*self.at(0.2))
        self.drag(0.2, 1)
        self.assertEqual(self.numbers(), ["300", "300"])
        self.drag(1, 0.5)
        self.assertEqual(self.numbers(), ["150", "300"])

    def test_SL3_a_second_finger_moves_nothing(self):
        session = self.context.new_cdp_session(self.page)

        def touch(kind, *parts):
            points = [dict(zip(("x", "y"), self.at(part)), id=index) for index, part in enumerate(parts)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", 0.2)
        touch("touchStart", 0.2, 0.9)
        touch("touchMove", 0.3, 0.6)
        touch("touchEnd", 0.3)
        touch("touchEnd")
        self.assertEqual(self.numbers(), ["90", "300"])
        self.drag(1, 0.5)
        self.assertEqual(self.numbers(), ["90", "150"])

    def test_SL3_keys_move_one_handle_up_to_the_other(self):
        self.open("slider-range")
        self.page.get_by_role("slider", name="From").focus()
        for key, numbers in (("ArrowRight", ["50", "120"]), ("End", ["120", "120"]), ("Home", ["0", "120"])):
            self.page.keyboard.press(key)
            self.assertEqual(self.numbers(), numbers, key)

    def test_SL3_an_arabic_range_runs_from_right_to_left_with_its_digits(self):
        self.open("slider-range-arabic", ("من",))
        self.assertEqual(self.numbers(), ["١٫٥", "٤"])
        self.page.mouse.click(*self.at(0.4))
        self.assertEqual(self.numbers(), ["١٫٥", "٣"])

    def test_SL3_read_only_and_disabled_ranges_cannot_be_moved(self):
        for slug in ("slider-range-read-only", "slider-range-disabled"):
            self.open(slug)
            self.page.mouse.click(*self.at(0.5))
            self.assertEqual(self.numbers(), ["40", "120"])

    def test_SL3_the_scale_is_high_enough_to_touch(self):
        self.assertGreaterEqual(self.scale.bounding_box()["height"], 44)


class Scrolling(BrowserCase):
    """A finger may start on a scale and still scroll the page."""

    scripts = True
    size = PHONE
    path = "/gallery/slider-range-empty"

    def swipe(self, path, across, along):
        self.page.goto(path)
        self.page.locator(".slider-scale:not([hidden])").wait_for()
        self.page.evaluate("document.body.style.paddingBlock = '100vh'; scrollTo(0, innerHeight * .7)")
        scale = self.page.locator(".slider-tracks").bounding_box()
        x, y = scale["x"] + scale["width"] * .6, scale["y"] + scale["height"] / 2
        before = self.page.evaluate("scrollY")
        session = self.context.new_cdp_session(self.page)
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 11):
            point = {"x": x + across * step / 10, "y": y + along * step / 10}
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        fields = self.page.locator(".slider .field, .slider-range .field").all()
        return self.page.evaluate("scrollY") - before, [field.input_value() for field in fields]

    def test_SL2_SL3_a_touch_that_scrolls_enters_no_number(self):
        for path, count in ("/gallery/slider-helper", 1), ("/gallery/slider-range-empty", 2):
            with self.subTest(path):
                scrolled, values = self.swipe(path, 0, -150)
                self.assertGreater(scrolled, 60)
                self.assertEqual(values, [""] * count)

    def test_SL2_SL3_a_touch_that_slides_enters_numbers(self):
        for path in "/gallery/slider-helper", "/gallery/slider-range-empty":
            with self.subTest(path):
                scrolled, values = self.swipe(path, -80, 0)
                self.assertEqual(scrolled, 0)
                self.assertNotIn("", values)
