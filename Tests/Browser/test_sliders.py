"""Sliders: the number that is typed, and with scripts the scale beside it."""

from browser import PHONE, BrowserCase


class Plain(BrowserCase):
    """Scripts off: the field is all that is needed."""

    path = "/gallery/slider-filled"

    def test_SL1_only_the_field_is_shown(self):
        self.assertEqual([(each["role"], each["name"]) for each in self.tree() if each["role"] in ("slider", "textbox")],
                         [("textbox", "Volume")])
        self.assertTrue(self.page.locator(".slider-ends").is_hidden())


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

    def test_SL2_until_it_is_touched_it_has_no_value_and_says_so(self):
        self.assertEqual(self.both(), ("", "0", "Nothing entered"))
        box = self.track.bounding_box()
        self.page.mouse.click(box["x"] + 4, box["y"] + box["height"] / 2)
        self.assertEqual(self.both(), ("0", "0", "0 %"))

    def test_SL2_keys_slide_and_the_number_is_written(self):
        self.track.focus()
        for key, both in (("ArrowRight", ("5", "5", "5 %")), ("End", ("100", "100", "100 %")), ("Home", ("0", "0", "0 %"))):
            self.page.keyboard.press(key)
            self.assertEqual(self.both(), both)

    def test_SL2_typing_moves_the_handle_and_what_is_on_no_scale_does_not(self):
        for text, both in (("40", ("40", "40", "40 %")), ("400", ("400", "40", "400 %")),
                           ("43", ("43", "45", "43 %")), ("", ("", "0", "Nothing entered")), ("x", ("x", "0", "x %"))):
            self.field.fill(text)
            self.assertEqual(self.both(), both)

    def test_SL2_the_number_is_written_as_the_language_does(self):
        self.page.goto("/gallery/slider-german")
        track = self.page.get_by_role("slider", name="Abstand")
        track.focus()
        self.page.keyboard.press("ArrowRight")
        self.assertEqual(self.page.get_by_role("textbox", name="Abstand").input_value(), "3")
        self.page.keyboard.press("ArrowLeft")
        self.assertEqual(self.page.get_by_role("textbox", name="Abstand").input_value(), "2,5")

    def test_SL2_a_sign_that_may_group_does_not_move_the_handle(self):
        self.page.goto("/gallery/slider-german")
        track, field = self.page.get_by_role("slider", name="Abstand"), self.page.get_by_role("textbox", name="Abstand")
        for text, position, said in (("4,5", "4.5", "4,5"), ("1.000", "4.5", "1.000"), ("1,5,5", "4.5", "1,5,5"), ("3", "3", "3")):
            field.fill(text)
            self.assertEqual(track.input_value(), position)
            self.assertTrue(track.get_attribute("aria-valuetext").startswith(said))

    def test_SL2_what_cannot_be_changed_does_not_slide(self):
        for slug in ("read-only", "disabled"):
            self.page.goto(f"/gallery/slider-{slug}")
            track = self.page.get_by_role("slider", name="Volume")
            track.wait_for()
            self.assertTrue(track.is_disabled())

    def test_SL2_the_handle_is_a_target_for_a_finger(self):
        self.assertGreaterEqual(self.track.bounding_box()["height"], 44)
