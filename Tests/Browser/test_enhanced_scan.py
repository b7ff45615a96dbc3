"""Codes read by the camera, or from a photo that the server decodes."""

import struct
import subprocess

from playwright.sync_api import expect

from enhanced import Enhanced, EnhancedCells


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
        self.wait_for_scripts()
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

    def test_TI18_TI20_TI21_TI22_a_code_shown_to_the_camera_fills_the_field(self):
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

    def test_TI22_of_several_codes_the_first_is_used_with_a_message_to_check_it(self):
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

    def test_TI20_without_permission_for_the_camera_a_photo_can_be_taken(self):
        self.page.evaluate(
            "() => { navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError'); }; }")
        self.scan.click()
        expect(self.page.get_by_role("alert")).to_have_text(
            "The camera cannot be used. Press Scan again to take or choose a photo, or type the value.")
        expect(self.dialog).to_have_count(0)
        # The browser's file control stays hidden: the button in the field's row asks for the photo.
        expect(self.page.locator("#serial_photo")).to_be_hidden()
        with self.page.expect_file_chooser():
            self.scan.click()
        expect(self.page.get_by_role("alert")).to_have_count(0)


class FirstPress(Enhanced):
    form = "cells"

    def test_TI20_the_first_press_asks_for_a_photo(self):
        self.page.wait_for_load_state("networkidle")
        # The scripts start when the page is idle, which may be later.
        self.scripts_are_there()
        scan = self.button("Scan").first
        # As a finger does it, without moving before.
        with self.page.expect_file_chooser():
            scan.evaluate("(button) => button.click()")
        self.assertEqual(self.posts, [])


class ScanByPhoto(Scanning):
    """A browser that cannot read codes."""

    script = "delete window.BarcodeDetector"

    def choose(self, picture):
        """Presses Scan, and chooses a picture in the browser's file chooser."""
        with self.page.expect_file_chooser() as chooser:
            self.scan.click()
        chooser.value.set_files([{"name": "code.png", "mimeType": "image/png", "buffer": picture}])

    def picture(self, text):
        return subprocess.run(["qrencode", "-o", "-", "-s", "6", text], check=True, capture_output=True).stdout

    def test_TI18_TI20_TI21_TI22_a_photo_is_read_as_soon_as_it_is_chosen(self):
        self.page.locator("#serial").fill("typed")
        self.choose(self.picture("SN-4711"))
        expect(self.field).to_have_value("SN-4711")
        expect(self.page.locator(".notice-text", has_text="Serial: the code was read. Check it.")).to_be_visible()
        self.assertEqual(len(self.posts), 1)
        # The same picture can be chosen again.
        self.field.fill("typed")
        self.page.locator("#serial_photo").set_input_files(
            [{"name": "code.png", "mimeType": "image/png", "buffer": self.picture("SN-4711")}])
        expect(self.field).to_have_value("SN-4711")
        self.assertSamePage()

    def test_TI20_a_file_without_a_code_is_reported_and_the_typed_text_stays(self):
        self.field.fill("typed")
        self.choose(b"no picture at all")
        expect(self.page.locator("#serial_error")).to_contain_text("The file is not a picture that can be read.")
        self.assertEqual(self.field.input_value(), "typed")
        self.choose(self.picture("SN-4712"))
        expect(self.field).to_have_value("SN-4712")

    def large_picture(self, text):
        """An uncompressed picture (BMP, BITMAPINFOHEADER), 24 pixels per module: several MiB."""
        drawn = subprocess.run(["qrencode", "-t", "ASCII", text], check=True, capture_output=True, text=True).stdout
        rows = [line[::2] for line in drawn.splitlines()]
        # A width divisible by four needs no padding.
        pixels = b"".join(
            24 * b"".join(24 * (b"\0\0\0" if module == "#" else b"\xff\xff\xff") for module in row) for row in reversed(rows))
        head = struct.pack("<IiiHHIIiiII", 40, 24 * len(rows[0]), 24 * len(rows), 1, 24, 0, len(pixels), 2835, 2835, 0, 0)
        return struct.pack("<2sIHHI", b"BM", 54 + len(pixels), 0, 0, 54) + head + pixels

    def test_a_large_photo_is_scaled_down_below_the_servers_limit(self):
        picture = self.large_picture("SN-4714")
        self.assertGreater(len(picture), 1 << 20)
        self.choose(picture)
        expect(self.field).to_have_value("SN-4714")
        self.assertSamePage()

    def test_a_photo_that_could_not_be_sent_is_sent_again_by_scan(self):
        self.context.set_offline(True)
        self.choose(self.picture("SN-4713"))
        expect(self.page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        self.context.set_offline(False)
        self.scan.click()
        expect(self.field).to_have_value("SN-4713")
