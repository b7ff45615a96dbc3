"""Attachments with scripts: files are sent to the server at once, in pieces; if that fails, with the form."""

import base64
import hashlib
import pathlib
import random
import re
import struct
import tempfile
import zlib

from playwright.sync_api import expect

import lasting
from enhanced import Enhanced
from formcells import Server, wait_until

CLAIM = {
    "title": "Claim", "save": True,
    "sections": [{"cells": [
        {"id": "subject", "type": "text", "label": "Subject", "required": True},
        {"id": "bills", "type": "attachment", "label": "Bills", "maximum": 3, "accept": ["image/*", "application/pdf"]},
        {"id": "plan", "type": "attachment", "label": "Plan", "maxBytes": 3_000_000, "required": False},
        {"id": "scan", "type": "attachment", "label": "Scan", "original": True, "required": False},
    ]}],
}


def pdf(name, size=200):
    return {"name": name, "mimeType": "application/pdf", "buffer": (b"%PDF-1.4 " + name.encode() * size)[:max(size, 20)]}


class Attaching(Enhanced):
    form = "claim"
    server_of_all = None

    def find_server(self, browser):
        if Attaching.server_of_all is None:
            Attaching.server_of_all = lasting.stack.enter_context(Server({"claim": CLAIM}))
        return Attaching.server_of_all

    def setUp(self):
        super().setUp()
        self.bills = self.page.locator("#bills_file")
        self.before = len(self.server.submissions("claim"))

    def choose(self, files, cell="bills"):
        """Chooses files from a folder as visitors do: passing their bytes to the browser takes many times as long."""
        paths = []
        for file in files:
            paths.append(pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / file["name"])
            paths[-1].write_bytes(file["buffer"])
        self.page.locator(f"#{cell}_file").set_input_files(paths)

    def rows(self, cell="bills"):
        return self.page.locator(f"#{cell} .attachment-file")

    def submit(self):
        self.button("Submit").click()
        self.page.get_by_role("heading", name="Sent").wait_for()
        return self.server.submissions("claim")[-1]["values"]


class WithoutTheModule(Attaching):
    """The script does not load: chosen files are sent with the form, as without scripts."""

    def setUp(self):
        super().setUp()
        self.page.route("**/attachment*.mjs", lambda route: route.abort())
        self.page.reload()
        self.page.evaluate("window.isSame = true")

    def tearDown(self):
        self.assertTrue(self.failures and all("attachment" in each for each in self.failures), self.failures)

    def test_AT2_add_file_sends_the_chosen_files(self):
        self.choose([pdf("a.pdf"), pdf("b.pdf")])
        self.button("Add File").first.click()
        expect(self.rows()).to_have_count(2)
        self.assertSamePage()
        self.assertEqual(self.bills.evaluate("(field) => field.files.length"), 0, "it is sent once")

    def test_AT2_submit_sends_a_chosen_file_and_a_refused_submit_keeps_it(self):
        file = pdf("a.pdf", 700_000)
        self.choose([file])
        self.button("Submit").click()
        expect(self.rows()).to_have_count(1)
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        sent, = self.submit()["bills"]
        self.assertEqual((sent["name"], sent["sha256"]), ("a.pdf", hashlib.sha256(file["buffer"]).hexdigest()))

    def test_AT2_saves_while_typing_send_no_file(self):
        saves = []
        self.page.on("request", lambda request: request.method == "POST" and saves.append(request))
        self.choose([pdf("a.pdf")])
        self.page.get_by_role("textbox", name="Subject").type("Lunch")
        expect(self.page.locator("#_save_state")).to_have_text("Saved")
        self.assertEqual([request.headers["content-type"].split(";")[0] for request in saves],
                         ["application/x-www-form-urlencoded"] * len(saves))
        self.assertNotIn("a.pdf", "".join(request.post_data for request in saves))
        self.assertEqual(self.bills.evaluate("(field) => field.files.length"), 1, "the file waits for a press")


class Sending(Attaching):
    """Files are sent by the script."""

    def setUp(self):
        super().setUp()
        self.ready()
        self.pieces = []
        self.page.on("request", lambda request: self.upload(request) and self.pieces.append(self.upload(request)))

    def ready(self):
        self.page.locator("#bills .attachment-drop").wait_for(state="attached")
        self.bills = self.page.locator("#bills_file")

    @staticmethod
    def upload(request):
        """The fields of a post with a piece of a file; None for other requests."""
        if request.method != "POST" or "/cells/" not in request.url:
            return None
        # The browser does not always report the body of a request with a file.
        body = request.post_data_buffer or b""
        parts = dict(re.findall(rb'name="(_\w+)"\r\n\r\n([^\r]*)', body))
        return {name.decode(): value.decode() for name, value in parts.items()} | {"bytes": len(body)}

    def intercept(self, meet):
        """Calls `meet(route, fields)` for each piece."""
        def each(route):
            fields = self.upload(route.request)
            meet(route, fields) if fields is not None else route.continue_()
        self.page.route("**/cells/**", each)

    def hold_from(self, offset, only=None):
        """Holds back pieces from `offset` on, of the file `only` or of all files; the returned function releases them."""
        held = []
        free = []

        def meet(route, fields):
            waits = not free and int(fields.get("_offset", offset)) >= offset and only in (None, fields.get("_name"))
            held.append(route) if waits else route.continue_()

        def let_go():
            free.append(True)
            for route in held:
                route.continue_()
        self.intercept(meet)
        let_go.held = held
        return let_go

    def running(self, cell="bills"):
        return self.page.locator(f"#{cell} [data-upload]")

    def added(self, count, cell="bills"):
        expect(self.page.locator(f"#{cell} .attachment-file:not([data-upload])")).to_have_count(count)
        expect(self.running(cell)).to_have_count(0)

    def told(self):
        return self.page.locator("body > [data-kept][role=status]")

    def shorten_pauses(self, state, count):
        """Tells the page that the network is back whenever an upload pauses, until `count` files are in `state` ("" for added)."""
        wanted = f'[data-upload="{state}"]' if state else ":not([data-upload])"

        def is_so():
            self.page.evaluate("document.querySelector('[data-upload=paused]') && dispatchEvent(new Event('online'))")
            return self.page.locator(f"#bills .attachment-file{wanted}").count() == count
        wait_until(is_so, f"{count} files are “{state}”")

    def data(self, files):
        """A DataTransfer object with files."""
        return self.page.evaluate_handle("""(files) => {
          const data = new DataTransfer();
          for (const { name, type, text } of files) data.items.add(new File([text], name, { type }));
          return data;
        }""", [{"name": each["name"], "type": each["mimeType"], "text": each["buffer"].decode()} for each in files])


class Pieces(Sending):
    """Chosen, dropped and pasted files."""

    def test_AT11_chosen_files_are_sent_without_a_press_and_announced(self):
        files = [pdf("a.pdf", 1_400_000), pdf("b.pdf")]
        self.assertTrue(self.button("Add File").first.is_hidden())
        posts = []
        self.page.on("requestfinished", lambda request: self.upload(request) is not None and posts.append(request))
        self.choose(files)
        self.added(2)
        self.assertSamePage()
        expect(self.told()).to_contain_text("added")
        self.assertEqual([each.split("\n")[0] for each in self.rows().locator("bdi").all_inner_texts()], ["a.pdf", "b.pdf"])
        sizes = [int(request.all_headers()["content-length"]) for request in posts]
        self.assertGreater(sum(sizes), 1_400_000)
        self.assertLess(max(sizes), 600_000)
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        self.assertEqual([each["sha256"] for each in self.submit()["bills"]],
                         [hashlib.sha256(each["buffer"]).hexdigest() for each in files])

    def test_AT11_progress_is_shown_with_a_name(self):
        let_go = self.hold_from(1)
        self.choose([pdf("slow.pdf", 2_000_000)])
        expect(self.running().locator(".attachment-size")).to_contain_text("sent")
        bar = self.page.get_by_role("progressbar", name="slow.pdf")
        self.page.wait_for_function("(bar) => bar.value > 0.2 && bar.value < 1", arg=bar.element_handle())
        self.assertEqual(self.sideways(), 0)
        let_go()
        self.added(1)

    def test_AT11_progress_never_decreases(self):
        self.page.evaluate("""() => {
          window.seen = [];
          new MutationObserver(() => {
            const bar = document.querySelector("#bills progress");
            if (bar) window.seen.push(bar.value);
          }).observe(document.querySelector("#bills"), { subtree: true, attributes: true, childList: true });
        }""")
        self.choose([pdf("a.pdf", 3_000_000)])
        self.added(1)
        seen = self.page.evaluate("window.seen")
        self.assertEqual(seen, sorted(seen))
        self.assertGreater(len(set(seen)), 4)

    def test_AT5_AT11_the_same_file_is_added_once_and_again_after_its_removal(self):
        self.choose([pdf("a.pdf"), pdf("a.pdf")])
        self.added(1)
        self.button("Remove a.pdf").click()
        self.added(0)
        self.choose([pdf("a.pdf")])
        self.added(1)

    def test_AT11_cancel_stops_an_upload(self):
        let_go = self.hold_from(1)
        self.choose([pdf("slow.pdf", 2_000_000)])
        self.page.wait_for_function("() => document.querySelector('#bills progress')?.value > 0.2")
        self.page.get_by_role("button", name="Cancel slow.pdf").click()
        expect(self.running()).to_have_count(0)
        self.focus_is("#bills_file")
        let_go.held.clear()
        let_go()
        self.choose([pdf("next.pdf")])
        self.added(1)

    def test_AT12_an_interrupted_upload_resumes_at_the_broken_piece(self):
        broken = []

        def meet(route, fields):
            if int(fields.get("_offset", 1)) > 0 and len(broken) < 2:
                broken.append(route.abort())
            else:
                route.continue_()
        self.intercept(meet)
        file = pdf("a.pdf", 1_700_000)
        self.choose([file])
        self.shorten_pauses("", 1)
        self.added(1)
        self.assertEqual(len(broken), 2)
        self.assertEqual(len([each for each in self.pieces if each.get("_offset") == "0" and each["bytes"] > 5000]), 1,
                         "what was there is not sent twice")
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        self.assertEqual(self.submit()["bills"][0]["sha256"], hashlib.sha256(file["buffer"]).hexdigest())

    def test_AT12_an_interrupted_upload_keeps_the_order_of_files(self):
        is_away = [True]
        self.intercept(lambda route, fields: route.abort() if is_away and fields.get("_name") == "a.pdf" else route.continue_())
        self.choose([pdf("a.pdf"), pdf("b.pdf")])
        expect(self.running().last).to_have_attribute("data-upload", "sent")
        is_away.clear()
        self.shorten_pauses("", 2)
        self.added(2)
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        self.assertEqual([each["name"] for each in self.submit()["bills"]], ["a.pdf", "b.pdf"])

    def test_AT12_an_upload_that_fails_too_often_waits_for_try_again(self):
        is_away = [True]
        self.intercept(lambda route, _: route.abort() if is_away else route.continue_())
        self.choose([pdf("a.pdf")])
        self.shorten_pauses("failed", 1)
        self.assertEqual(len(self.pieces), 6)
        expect(self.running()).to_contain_text("a.pdf could not be sent.")
        expect(self.told()).to_have_text("a.pdf could not be sent.")
        self.button("Submit").click()
        expect(self.page.locator(".notice")).to_contain_text("a.pdf could not be sent.")
        is_away.clear()
        self.button("Try Again: a.pdf").click()
        self.added(1)

    def test_AT11_at_most_two_files_are_sent_at_once(self):
        let_go = self.hold_from(0)
        self.choose([pdf(f"{name}.pdf") for name in "abc"])
        expect(self.running()).to_have_count(3)
        self.page.wait_for_function("() => document.querySelectorAll('#bills [data-upload=running]').length === 2")
        self.assertEqual(self.page.locator('#bills [data-upload="waiting"]').count(), 1)
        let_go()
        self.added(3)
        self.assertEqual(self.rows().locator("bdi").all_inner_texts(), ["a.pdf", "b.pdf", "c.pdf"])

    def test_AT11_a_save_during_uploads_keeps_the_order_of_files(self):
        let_go = self.hold_from(0, only="a.pdf")
        self.choose([pdf("a.pdf"), pdf("b.pdf")])
        expect(self.running().last).to_have_attribute("data-upload", "sent")
        with self.page.expect_response(lambda response: "_do=save" in (response.request.post_data or "")):
            self.page.get_by_role("textbox", name="Subject").fill("Lunch")
            self.page.get_by_role("textbox", name="Subject").blur()
        let_go()
        self.added(2)
        self.assertEqual([each["name"] for each in self.submit()["bills"]], ["a.pdf", "b.pdf"])

    def test_AT13_submit_waits_for_files_and_says_so(self):
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        let_go = self.hold_from(0)
        self.choose([pdf("a.pdf"), pdf("b.pdf")])
        expect(self.running()).to_have_count(2)
        self.button("Submit").click()
        expect(self.page.locator(".notice")).to_contain_text("Your files are still being sent.")
        let_go()
        self.page.get_by_role("heading", name="Sent").wait_for()
        self.assertEqual([each["name"] for each in self.server.submissions("claim")[-1]["values"]["bills"]], ["a.pdf", "b.pdf"])

    def test_AT13_submit_waits_for_files_while_the_network_is_down(self):
        page = self.page
        page.clock.install()
        page.reload()
        self.ready()
        page.get_by_role("textbox", name="Subject").fill("Lunch")
        failed = []
        page.on("requestfailed", lambda request: self.upload(request) and failed.append(request))
        self.context.set_offline(True)
        self.choose([pdf("a.pdf")])
        self.button("Submit").click()
        # More attempts than a broken connection gets before the page gives up.
        wait_until(lambda: page.clock.run_for(9000) or len(failed) > 8, "it is tried again and again")
        self.context.set_offline(False)
        page.get_by_role("heading", name="Sent").wait_for()
        self.assertEqual([each["name"] for each in self.server.submissions("claim")[-1]["values"]["bills"]], ["a.pdf"])

    def test_AT13_cancelling_an_upload_cancels_the_waiting_submit(self):
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        let_go = self.hold_from(0)
        self.choose([pdf("a.pdf"), pdf("b.pdf")])
        self.button("Submit").click()
        self.page.get_by_role("button", name="Cancel b.pdf").click()
        expect(self.page.locator(".notice")).to_have_count(0)
        let_go()
        self.added(1)
        self.assertEqual(len(self.server.submissions("claim")), self.before)

    def test_AT6_a_file_that_is_too_large_is_refused_before_it_is_sent(self):
        self.choose([pdf("large.pdf", 3_000_001)], "plan")
        expect(self.running("plan")).to_contain_text("“large.pdf” is larger than 2.8 MB. Add a smaller file.")
        expect(self.told()).to_contain_text("“large.pdf” is larger")
        self.assertEqual(self.pieces, [])
        self.button("Cancel large.pdf").or_(self.button("Remove large.pdf")).click()
        expect(self.running("plan")).to_have_count(0)

    def test_AT6_files_that_the_server_refuses_show_its_messages(self):
        self.choose([{"name": "evil.png", "mimeType": "image/png", "buffer": b"<html>"}, pdf("a.pdf"),
                     {"name": "empty.pdf", "mimeType": "application/pdf", "buffer": b""}])
        expect(self.running()).to_have_count(2)
        expect(self.running().first).to_contain_text("“evil.png” cannot be added because of its content. Accepted: pictures, PDF.")
        expect(self.running().last).to_contain_text("“empty.pdf” is empty. Choose another file.")
        expect(self.rows()).to_have_count(3)

    def test_AT11_files_can_be_dropped_on_the_cell(self):
        data = self.data([pdf("a.pdf"), pdf("b.pdf")])
        cell = self.page.locator(".cell.attachment").first
        cell.dispatch_event("dragover", {"dataTransfer": data})
        expect(cell).to_have_class("cell attachment attachment-over")
        cell.dispatch_event("drop", {"dataTransfer": data})
        expect(cell).to_have_class("cell attachment")
        self.added(2)

    def test_AT11_a_file_dropped_beside_the_cell_does_not_replace_the_page(self):
        data = self.data([pdf("a.pdf")])
        prevented = self.page.evaluate("""(dataTransfer) => ["dragover", "drop"].map((name) => {
          const event = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector("h1").dispatchEvent(event);
          return event.defaultPrevented;
        })""", data)
        self.assertEqual(prevented, [True, True])
        expect(self.running()).to_have_count(0)

    def test_AT11_files_can_be_pasted_into_the_field(self):
        data = self.data([pdf("pasted.pdf")])
        self.bills.focus()
        self.page.evaluate("""(clipboardData) => document.activeElement.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))""", data)
        self.added(1)

    def test_AT8_remove_and_undo_happen_in_place(self):
        self.choose([pdf("a.pdf"), pdf("b.pdf")])
        self.added(2)
        self.button("Remove a.pdf").click()
        self.added(1)
        self.button("Undo").click()
        self.added(2)
        self.assertSamePage()

    def test_leaving_the_page_during_an_upload_asks(self):
        self.hold_from(0)
        self.choose([pdf("a.pdf")])
        expect(self.running()).to_have_count(1)
        asked = self.page.evaluate("() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))")
        self.assertTrue(asked)
        self.button("Cancel a.pdf").click()
        self.assertFalse(self.page.evaluate("() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"))

    def test_typing_and_saving_continue_during_uploads(self):
        let_go = self.hold_from(0)
        self.choose([pdf("a.pdf")])
        field = self.page.get_by_role("textbox", name="Subject")
        field.type("Lun")
        expect(self.page.locator("#_save_state")).to_have_text("Saved")
        expect(self.running()).to_have_count(1)
        let_go()
        self.added(1)
        self.page.keyboard.type("ch")
        expect(field).to_be_focused()
        expect(field).to_have_value("Lunch")


class Restarted(Sending):
    """The server is killed while a file is uploaded."""

    def find_server(self, browser):
        return self.enterContext(Server({"claim": CLAIM}))

    def test_AT7_AT12_after_a_kill_of_the_server_the_file_is_sent_from_its_beginning(self):
        file = pdf("a.pdf", 1_700_000)
        let_go = self.hold_from(524_288 * 2)
        self.choose([file])
        self.page.wait_for_function("() => document.querySelector('#bills progress')?.value > 0.6")
        self.server.restart()
        let_go()
        self.added(1)
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        self.assertEqual(self.submit()["bills"][0]["sha256"], hashlib.sha256(file["buffer"]).hexdigest())


class Pictures(Sending):
    """Large pictures are scaled down before they are sent."""

    @staticmethod
    def picture(width, height):
        """A PNG of noise."""
        rows = b"".join(b"\0" + random.Random(row).randbytes(3 * width) for row in range(height))

        def chunk(name, content):
            return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")

    def test_AT14_a_large_picture_is_scaled_down_unless_the_form_wants_the_original(self):
        picture = self.picture(2800, 260)
        file = {"name": "photo.png", "mimeType": "image/png", "buffer": picture}
        self.choose([file])
        self.added(1)
        self.choose([file], "scan")
        self.added(1, "scan")
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        values = self.submit()
        small, original = values["bills"][0], values["scan"][0]
        self.assertEqual((small["name"], small["type"]), ("photo.jpg", "image/jpeg"))
        self.assertLess(small["bytes"], len(picture) / 2)
        data = (self.server.data / "files" / small["sha256"]).read_bytes()
        self.assertIn(struct.pack(">HH", 238, 2560), data[:1000], "the longer side is 2560")
        self.assertEqual(original["sha256"], hashlib.sha256(picture).hexdigest())

    def test_AT14_a_picture_rotated_by_its_camera_stays_upright(self):
        drawn = self.page.evaluate("""async () => {
          const canvas = new OffscreenCanvas(3000, 750);
          const context = canvas.getContext("2d");
          const image = context.createImageData(3000, 750);
          let noise = 1;
          for (let index = 0; index < image.data.length; index++) {
            noise = (noise * 1103515245 + 12345) & 0x7fffffff;
            image.data[index] = index % 4 === 3 ? 255 : noise >> 16 & 255;
          }
          context.putImageData(image, 0, 0);
          const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
          const reader = new FileReader();
          reader.readAsDataURL(blob);
          await new Promise((isRead) => { reader.onload = isRead; });
          return reader.result;
        }""")
        drawn = base64.b64decode(drawn.split(",")[1])
        # Orientation 6: the first row is the right side (Exif 2.3, 4.6.4).
        exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
        turned = drawn[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + drawn[2:]
        self.choose([{"name": "portrait.jpeg", "mimeType": "image/jpeg", "buffer": turned}])
        self.added(1)
        self.page.get_by_role("textbox", name="Subject").fill("Lunch")
        sent, = self.submit()["bills"]
        self.assertLess(sent["bytes"], len(turned))
        self.assertIn(struct.pack(">HH", 2560, 640), (self.server.data / "files" / sent["sha256"]).read_bytes()[:1500])
