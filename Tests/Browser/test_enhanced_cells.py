"""What scripts add to cells."""

import re
import subprocess

from playwright.sync_api import expect

from browser import PHONE
from test_enhancement import Enhanced


class EnhancedCells(Enhanced):
    """Cells with all their scripts there."""

    form = "cells"

    def setUp(self):
        super().setUp()
        # The first key asks for what is needed from then on.
        with self.page.expect_response("**/page.*.mjs"):
            self.page.keyboard.press("Shift")
        self.page.wait_for_load_state("networkidle")

    def told(self):
        """What a screen reader is told in passing."""
        return self.page.locator("body > [data-kept][role=status]")


class Order(EnhancedCells):
    def setUp(self):
        super().setUp()
        self.handle("priority").wait_for()
        self.page.locator("#sort").scroll_into_view_if_needed()

    def handle(self, criterion):
        return self.page.locator(f".criterion:has(#sort_{criterion}_toggle) > .handle")

    def labels(self):
        return self.page.locator("#sort .criterion-label")

    def middle(self, element):
        box = element.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def grab(self, criterion, to):
        """Presses on a handle and moves to a little past the middle of another row; does not let go."""
        x, y = self.middle(self.handle(criterion))
        _, end = self.middle(self.handle(to))
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x, end + (2 if end > y else -2), steps=6)
        self.shifted()

    def shifted(self):
        self.page.wait_for_function(
            "() => [...document.querySelectorAll('#sort .criterion')].some("
            "(row) => !['none', '0px'].includes(getComputedStyle(row).translate))")

    def settled(self):
        self.page.wait_for_function(
            "() => [...document.querySelectorAll('#sort .criterion')].every("
            "(row) => getComputedStyle(row).translate === 'none' && !row.hasAttribute('data-dragged'))")

    def test_OP8_OP9_a_row_is_dragged_by_its_handle_over_several_places_with_one_post(self):
        self.grab("priority", to="date")
        self.assertEqual(self.posts, [])
        self.page.mouse.up()
        expect(self.labels()).to_have_text(["Place", "Date", "Priority", "Status"])
        self.settled()
        self.assertEqual(len(self.posts), 1)
        expect(self.told()).to_have_text("Priority, 3 of 4, descending")
        self.focus_is("#sort_priority_toggle")
        self.grab("status", to="place")
        self.page.mouse.up()
        expect(self.labels()).to_have_text(["Status", "Place", "Date", "Priority"])
        expect(self.told()).to_have_text("Status, 1 of 4")
        self.assertSamePage()
        self.page.reload()
        expect(self.labels()).to_have_text(["Status", "Place", "Date", "Priority"])

    def test_OP8_OP9_a_finger_drags_and_the_page_stays_where_it_is(self):
        session = self.context.new_cdp_session(self.page)
        x, y = self.middle(self.handle("status"))
        _, end = self.middle(self.handle("place"))
        before = self.page.evaluate("scrollY")
        touch = lambda kind, *points: session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": each} for each in points]})
        touch("touchStart", y)
        for step in range(1, 9):
            touch("touchMove", y + (end - y) * step / 8)
        self.shifted()
        touch("touchEnd")
        expect(self.labels()).to_have_text(["Priority", "Status", "Place", "Date"])
        expect(self.told()).to_have_text("Status, 2 of 4")
        self.assertEqual(self.page.evaluate("scrollY"), before)

    def test_OP12_only_the_handle_starts_a_drag(self):
        for start in ("#sort_priority_toggle", "#sort_priority_direction", "#sort .criterion-move:enabled"):
            x, y = self.middle(self.page.locator(start).first)
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move(x, y + 120, steps=6)
            self.page.evaluate("new Promise(requestAnimationFrame)")
            self.settled()
            self.page.mouse.up()
        self.assertEqual(self.posts, [])
        expect(self.labels()).to_have_text(["Priority", "Place", "Date", "Status"])
        # Nor does any other button of a mouse, and a tap on the handle is nothing.
        self.page.mouse.move(*self.middle(self.handle("priority")))
        self.page.mouse.down(button="right")
        self.page.mouse.move(x, y + 120, steps=6)
        self.settled()
        self.page.mouse.up(button="right")
        self.handle("place").click()
        self.settled()
        self.assertEqual(self.posts, [])

    def test_OP8_handles_are_nothing_for_assistive_technology_and_where_nothing_can_be_moved(self):
        expect(self.page.locator("#sort .handle:visible")).to_have_count(4)
        self.assertEqual(self.page.locator("#fixed .handle").count(), 0)
        for handle in self.page.locator(".handle").all():
            self.assertEqual(handle.get_attribute("aria-hidden"), "true")
            self.assertGreaterEqual(min(handle.bounding_box()["width"], handle.bounding_box()["height"]), 44)
        # They are still there after an answer of the server, which knows nothing of scripts.
        self.page.locator("#sort_place_toggle").click()
        self.page.locator("#sort_place_direction").wait_for()
        expect(self.page.locator("#sort .handle:visible")).to_have_count(4)

    def test_OP9_escape_takes_a_drag_back(self):
        self.grab("priority", to="date")
        self.page.keyboard.press("Escape")
        self.settled()
        self.page.mouse.up()
        self.assertEqual(self.posts, [])
        expect(self.labels()).to_have_text(["Priority", "Place", "Date", "Status"])

    def test_OP9_alt_and_an_arrow_move_the_row_that_has_the_focus(self):
        self.page.locator("#sort_date_direction").focus()
        self.page.keyboard.press("Alt+ArrowUp")
        expect(self.told()).to_have_text("Date, 2 of 4, Oldest first")
        self.page.keyboard.press("Alt+ArrowUp")
        expect(self.told()).to_have_text("Date, 1 of 4, Oldest first")
        self.page.keyboard.press("Alt+ArrowUp")
        self.page.keyboard.press("Alt+ArrowDown")
        expect(self.told()).to_have_text("Date, 2 of 4, Oldest first")
        expect(self.labels()).to_have_text(["Priority", "Date", "Place", "Status"])
        self.focus_is("#sort_date_direction")
        self.assertEqual(len(self.posts), 3, "the first row has no place above it")
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Control+Alt+ArrowDown")
        self.assertEqual(len(self.posts), 3)

    def test_OP9_what_a_button_has_moved_is_told_too(self):
        self.button("Move Priority down").click()
        expect(self.told()).to_have_text("Priority, 2 of 4, descending")
        self.focus_is("#sort_priority_down")

    def test_OP9_a_drag_at_the_edge_of_the_window_scrolls_the_page(self):
        self.page.set_viewport_size({"width": 360, "height": 260})
        self.page.evaluate("document.querySelector('#sort_priority_toggle').scrollIntoView({ block: 'center' })")
        before = self.page.evaluate("scrollY")
        x, y = self.middle(self.handle("priority"))
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x, 258, steps=4)
        self.page.wait_for_function("(before) => scrollY > before + 60", arg=before)
        self.page.wait_for_function(
            "() => { const rows = [...document.querySelectorAll('#sort .criterion')];"
            "return rows[0].getBoundingClientRect().top > rows[3].getBoundingClientRect().top; }")
        self.page.mouse.up()
        expect(self.labels()).to_have_text(["Place", "Date", "Status", "Priority"])

    def test_OP9_where_the_network_is_away_the_rows_go_back(self):
        self.context.set_offline(True)
        self.grab("priority", to="date")
        self.page.mouse.up()
        expect(self.page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        self.settled()
        expect(self.labels()).to_have_text(["Priority", "Place", "Date", "Status"])
        self.context.set_offline(False)
        self.grab("priority", to="place")
        self.page.mouse.up()
        expect(self.labels()).to_have_text(["Place", "Priority", "Date", "Status"])


# A reader of codes that finds what a check has put before the camera, and pictures only where they are real.
READER = """
  window.codes = [];
  window.streams = [];
  window.BarcodeDetector = class {
    async detect(video) {
      if (!(video instanceof HTMLVideoElement) || video.videoWidth === 0) throw new Error("no picture");
      window.looks = (window.looks ?? 0) + 1;
      return window.codes.map((rawValue) => ({ rawValue }));
    }
  };
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    window.streams.push(stream);
    return stream;
  };
"""


class Scanning(EnhancedCells):
    script = ""

    def setUp(self):
        super().setUp()
        self.page.add_init_script(self.script)
        self.page.reload()
        # It comes with the first key.
        with self.page.expect_response("**/page.*.mjs"):
            self.page.keyboard.press("Shift")
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("window.isSame = true")
        self.field = self.page.get_by_role("textbox", name="Serial")
        self.scan = self.button("Scan").first
        self.dialog = self.page.get_by_role("dialog", name="Scan")


class ScanByCamera(Scanning):
    """A browser that reads codes, with a camera that shows a test picture."""

    script = READER

    def look(self):
        self.scan.click()
        self.page.wait_for_function("() => window.looks > 1")
        expect(self.dialog).to_be_visible()

    def show(self, *codes):
        self.page.evaluate("(codes) => { window.codes = codes; }", codes)

    def assertCameraOff(self):
        self.page.wait_for_function(
            "() => window.streams.flatMap((stream) => stream.getTracks()).every((track) => track.readyState === 'ended')")
        self.assertEqual(self.page.evaluate("window.streams.length"), 1)

    def test_TI18_TI20_TI21_TI22_a_code_before_the_camera_fills_the_field(self):
        self.page.evaluate(
            "document.querySelector('#serial').addEventListener('input', ({ target }) => { window.heard = target.value; })")
        self.look()
        self.assertTrue(self.page.evaluate("document.querySelector('.scanner').matches(':modal')"))
        self.show("SN-\u001d4711")
        expect(self.dialog).to_have_count(0)
        expect(self.field).to_have_value("SN-4711")
        self.focus_is("#serial")
        expect(self.told()).to_have_text("Serial: the code was read. Check it.")
        self.assertEqual(self.page.evaluate("window.heard"), "SN-4711")
        self.assertCameraOff()
        self.assertEqual(self.posts, [])

    def test_TI22_of_several_codes_the_first_is_taken_and_told_to_be_checked(self):
        self.look()
        self.show("", "A-1", "B-2")
        expect(self.field).to_have_value("A-1")
        expect(self.told()).to_have_text("Serial: the picture shows several codes. The first was read: check it.")

    def test_TI20_closing_turns_the_camera_off_and_changes_nothing(self):
        self.field.fill("typed")
        for close in (lambda: self.button("Close").click(), lambda: self.page.keyboard.press("Escape")):
            self.page.evaluate("window.looks = 0; window.streams = []")
            self.look()
            close()
            expect(self.dialog).to_have_count(0)
            self.assertCameraOff()
            expect(self.scan).to_be_focused()
        self.assertEqual(self.field.input_value(), "typed")
        self.assertSamePage()

    def test_TI20_where_the_camera_is_refused_a_message_says_so_and_a_photo_can_be_taken(self):
        self.page.evaluate(
            "() => { navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError'); }; }")
        self.scan.click()
        expect(self.page.get_by_role("alert")).to_have_text(
            "The camera cannot be used. Press Scan again to take or choose a photo, or type the value.")
        expect(self.dialog).to_have_count(0)
        expect(self.page.locator("#serial_photo")).to_be_visible()
        with self.page.expect_file_chooser():
            self.scan.click()
        expect(self.page.get_by_role("alert")).to_have_count(0)


class FirstPress(Enhanced):
    form = "cells"

    def test_TI20_the_first_press_of_all_asks_for_a_photo(self):
        self.page.wait_for_load_state("networkidle")
        scan = self.button("Scan").first
        # As a finger does it: nothing has moved before.
        with self.page.expect_file_chooser():
            scan.evaluate("(button) => button.click()")
        self.assertEqual(self.posts, [])


class ScanByPhoto(Scanning):
    """A browser that reads no codes itself."""

    script = "delete window.BarcodeDetector"

    def choose(self, picture):
        """Presses Scan, and chooses a picture as the browser asks for one."""
        with self.page.expect_file_chooser() as chooser:
            self.scan.click()
        chooser.value.set_files([{"name": "code.png", "mimeType": "image/png", "buffer": picture}])

    def picture(self, text):
        return subprocess.run(["qrencode", "-o", "-", "-s", "6", text], check=True, capture_output=True).stdout

    def test_TI18_TI20_TI21_TI22_a_photo_is_read_as_soon_as_it_is_chosen(self):
        self.page.locator("#serial").fill("typed")
        self.choose(self.picture("SN-4711"))
        expect(self.field).to_have_value("SN-4711")
        expect(self.page.get_by_text("Serial: the code was read. Check it.")).to_be_visible()
        self.assertEqual(len(self.posts), 1)
        # The same picture can be chosen once more.
        self.field.fill("typed")
        self.page.locator("#serial_photo").set_input_files(
            [{"name": "code.png", "mimeType": "image/png", "buffer": self.picture("SN-4711")}])
        expect(self.field).to_have_value("SN-4711")
        self.assertSamePage()

    def test_TI20_what_shows_no_code_is_told_and_what_was_typed_stays(self):
        self.field.fill("typed")
        self.choose(b"no picture at all")
        expect(self.page.locator("#serial_error")).to_contain_text("The file is no picture that can be read.")
        self.assertEqual(self.field.input_value(), "typed")
        self.choose(self.picture("SN-4712"))
        expect(self.field).to_have_value("SN-4712")

    def test_a_photo_that_did_not_get_through_is_sent_again(self):
        self.context.set_offline(True)
        self.choose(self.picture("SN-4713"))
        expect(self.page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        self.context.set_offline(False)
        self.scan.click()
        expect(self.field).to_have_value("SN-4713")


class Limits(EnhancedCells):
    """Texts beside their limits: at once as the server would show them."""

    def cell(self, name):
        return self.page.locator(f".cell:has(> .field-box > #{name}), .cell:has(> #{name})")

    def field(self, name):
        return self.page.locator(f"#{name}")

    def describes(self, name, text):
        expect(self.field(name)).to_have_accessible_description(text)

    def post(self):
        """Any press that posts the page and leaves it in front."""
        toggle = self.page.locator("#sort_place_toggle")
        was = toggle.get_attribute("aria-checked")
        toggle.click()
        expect(toggle).to_have_attribute("aria-checked", "false" if was == "true" else "true")

    def test_TI53_TI54_TI55_the_error_takes_the_place_of_the_helper_and_gives_it_back(self):
        at_rest = "Small letters. You can enter up to 5 characters"
        over = "Error: Reduce the number of characters: 5 allowed, 6 entered. You can enter up to 5 characters"
        helper = self.cell("summary").locator(".helper")
        self.describes("summary", at_rest)
        self.field("summary").press_sequentially("abcdef")
        expect(helper).to_be_hidden()
        self.describes("summary", over)
        expect(self.field("summary")).to_have_attribute("aria-invalid", "true")
        self.post()
        self.describes("summary", over)
        self.field("summary").press("End")
        self.page.keyboard.press("Backspace")
        expect(helper).to_be_visible()
        self.describes("summary", at_rest)
        expect(self.field("summary")).to_have_attribute("aria-invalid", "false")
        self.assertIsNone(self.field("summary").get_attribute("aria-errormessage"))
        self.post()
        self.describes("summary", at_rest)

    def test_TI55_C2_a_helper_that_is_kept_stays_beside_the_error(self):
        self.field("kept").press_sequentially("abcd")
        expect(self.cell("kept").locator(".error")).to_be_visible()
        expect(self.cell("kept").locator(".helper")).to_be_visible()
        self.describes("kept", re.compile("^Stays. Error: Reduce"))

    def test_TI55_another_error_of_the_server_comes_back_when_the_text_is_short_enough(self):
        self.field("summary").press_sequentially("A1")
        self.button("Submit").last.click()
        self.focus_is("#_problems")
        message = self.cell("summary").locator(".error")
        expect(message).to_have_text("Error: Enter small letters only.")
        before = "Error: Enter small letters only. You can enter up to 5 characters"
        self.describes("summary", before)
        self.field("summary").press_sequentially("bcdef")
        expect(message).to_contain_text("Reduce the number of characters")
        for _ in range(4):
            self.field("summary").press("Backspace")
        expect(message).to_have_text("Error: Enter small letters only.")
        self.describes("summary", before)
        expect(self.field("summary")).to_have_attribute("aria-invalid", "true")

    def test_F7_TI13_the_count_is_that_of_the_server(self):
        counter = self.cell("words").locator(".counter > :first-child")
        for text, count in (
            ("\U0001F469\U0001F3FB\u200D\U0001F680" * 2, 2), ("e\u0301te\u0301", 3), ("a\nb\nc", 5), ("\n\n", 2),
            ("\u0928\u092e\u0938\u094d\u0924\u0947", 3), ("\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7x", 3), (" a ", 3),
        ):
            with self.subTest(text):
                self.field("words").fill(text)
                expect(counter).to_have_text(f"{count}/10")
                self.post()
                expect(counter).to_have_text(f"{count}/10")
        # Blanks around a line are not counted, as they are not kept.
        self.field("summary").fill("  ab ")
        expect(self.cell("summary").locator(".counter > :first-child")).to_have_text("2/5")

    def test_TI56_TI57_without_a_counter_input_stops_at_the_limit_as_people_count(self):
        field = self.field("quiet")
        field.focus()
        self.page.keyboard.insert_text("e\u0301" * 2)
        self.page.keyboard.insert_text("x")
        self.page.keyboard.insert_text("y")
        self.assertEqual(field.input_value(), "e\u0301e\u0301x")
        expect(self.cell("quiet").locator(".helper:visible")).to_have_text("Character limit reached")
        self.describes("quiet", "Character limit reached")
        field.press("Backspace")
        expect(self.cell("quiet").locator(".helper:visible")).to_have_text("Three letters.")
        self.describes("quiet", "Three letters.")

    def test_TI56_a_composition_is_not_cut_before_it_ends(self):
        session = self.context.new_cdp_session(self.page)
        field = self.field("quiet")
        field.focus()
        self.page.keyboard.insert_text("ab")
        session.send("Input.imeSetComposition", {"text": "nih", "selectionStart": 3, "selectionEnd": 3})
        self.assertEqual(field.input_value(), "abnih")
        session.send("Input.insertText", {"text": "\u4f60\u597d"})
        expect(field).to_have_value("ab\u4f60")

    def test_TI56_what_a_scan_brings_is_not_cut_and_loses_only_what_is_deleted(self):
        field = self.field("quiet")
        field.evaluate(
            "(field) => { field.value = 'abcdef'; field.dispatchEvent(new Event('input', { bubbles: true })); }")
        self.assertEqual(field.input_value(), "abcdef")
        expect(self.cell("quiet").locator(".error")).to_contain_text("Reduce the number of characters")
        field.focus()
        for key in ("Home", "ArrowRight", "ArrowRight", "Backspace"):
            field.press(key)
        self.assertEqual(field.input_value(), "acdef")
        self.page.keyboard.insert_text("x")
        self.assertEqual(field.input_value(), "acdef", "nothing comes in")

    def test_B27_B28_the_count_is_said_politely_after_a_pause(self):
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 60)
        field = self.field("summary")
        field.press_sequentially("abcd")
        self.page.clock.run_for(900)
        expect(self.told()).to_have_count(0)
        field.press_sequentially("ef")
        self.page.clock.run_for(900)
        expect(self.told()).to_have_count(0)
        self.page.clock.run_for(300)
        expect(self.told()).to_have_text("1 character too many")
        field.press("Backspace")
        field.press("Backspace")
        self.page.clock.run_for(1200)
        expect(self.told()).to_have_text("1 character left")
        self.assertEqual(self.cell("summary").locator(".counter > :first-child").get_attribute("aria-hidden"), "true")


class Fields(EnhancedCells):
    def field(self, name):
        return self.page.locator(f"#{name}")

    def test_TI43_TI44_an_amount_is_cleared_too_and_the_deletion_can_be_undone(self):
        field = self.field("total")
        field.focus()
        expect(field).to_have_value("1234.50")
        clear = self.page.get_by_role("button", name="Clear", exact=True)
        expect(clear).to_have_accessible_description("Total (EUR)")
        clear.click()
        self.focus_is("#total")
        self.assertEqual(field.input_value(), "")
        expect(clear).to_have_count(0)
        self.page.keyboard.press("Control+z")
        expect(field).to_have_value("1234.50")
        # It is reached by the keyboard as well.
        self.page.keyboard.press("Tab")
        expect(clear).to_be_focused()
        self.page.keyboard.press("Enter")
        self.focus_is("#total")
        self.assertEqual(field.input_value(), "")
        self.assertEqual(self.posts, [])

    def test_TI28_the_keyboard_goes_through_an_amount_and_finds_it_selected(self):
        field = self.field("total")
        self.page.locator("#words").focus()
        self.page.keyboard.press("Tab")
        self.focus_is("#total")
        expect(field).to_have_value("1234.50")
        self.assertEqual(field.evaluate("(field) => [field.selectionStart, field.selectionEnd]"), [0, 7])
        self.page.keyboard.press("Tab")
        expect(self.page.get_by_role("button", name="Clear", exact=True)).to_be_focused()
        expect(field).to_have_value("\u20ac1,234.50")
        self.page.keyboard.press("Tab")
        self.focus_is("#secret")

    def test_TI26_the_caret_stays_and_who_comes_back_finds_the_password_hidden(self):
        field = self.field("secret")
        field.press_sequentially("correct horse")
        for _ in range(6):
            field.press("ArrowLeft")
        self.button("Show password").click()
        expect(field).to_have_attribute("type", "text")
        self.focus_is("#secret")
        self.assertEqual(field.evaluate("(field) => [field.selectionStart, field.selectionEnd]"), [7, 7])
        for leaving in ("new PageTransitionEvent('pagehide')", "new PageTransitionEvent('pageshow', { persisted: true })"):
            self.assertEqual(field.get_attribute("type"), "text")
            self.page.evaluate(f"void dispatchEvent({leaving})")
            self.assertEqual(field.get_attribute("type"), "password")
            self.button("Show password").click()
        self.assertEqual(field.input_value(), "correct horse")

    def test_TI28_an_amount_in_plain_digits_is_no_change_and_is_taken_like_a_written_one(self):
        page, asked = self.page, []
        page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
        self.field("total").focus()
        expect(self.field("total")).to_have_value("1234.50")
        page.reload()
        self.assertEqual(asked, [], "nothing was changed, so nothing is asked")
        for typed in ("1234567.5", "\u20ac1,234,567.50"):
            self.field("total").focus()
            self.field("total").fill(typed)
            # Enter sends it as it stands.
            self.field("total").press("Enter")
            page.wait_for_url("**/forms/cells?receipt=*")
            self.assertEqual(
                self.server.submissions("cells")[-1]["values"]["total"], {"amount": "1234567.50", "currency": "EUR"})
            page.goto("/forms/cells")

    def test_TI35_TI36_a_note_grows_by_script_where_style_sheets_cannot(self):
        self.page.add_init_script(
            "const supports = CSS.supports; CSS.supports = (...what) => what[0] !== 'field-sizing' && supports.apply(CSS, what);"
            "addEventListener('DOMContentLoaded', () => { const sheet = new CSSStyleSheet();"
            "sheet.replaceSync('textarea { field-sizing: fixed !important; min-height: 0 !important; max-height: none !important; }');"
            "document.adoptedStyleSheets = [sheet]; });")
        self.page.reload()
        self.page.keyboard.press("Shift")
        self.page.wait_for_load_state("networkidle")
        field, heights = self.field("words"), []
        for lines in (1, 2, 4, 6, 3, 1):
            field.fill("\n".join("x" * lines))
            heights.append(round((field.bounding_box()["height"] - 20) / 24))
        self.assertEqual(heights, [1, 2, 4, 4, 3, 1])
