"""Rows of an order picker, dragged by their handles or moved by keys."""

from playwright.sync_api import expect

from enhanced import EnhancedCells


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
        """Presses a handle and moves a little past the middle of another row, without releasing."""
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

    def test_OP8_OP9_dragging_a_row_over_several_places_takes_one_post(self):
        self.grab("priority", to="date")
        self.assertEqual(self.posts, [])
        self.page.mouse.up()
        expect(self.labels()).to_have_text(["Place", "Date", "Priority", "Status"])
        self.settled()
        expect(self.told()).to_have_text("Priority, 3 of 4, Descending")
        self.assertEqual(len(self.posts), 1)
        self.focus_is("#sort_priority_toggle")
        self.grab("status", to="place")
        self.page.mouse.up()
        expect(self.labels()).to_have_text(["Status", "Place", "Date", "Priority"])
        expect(self.told()).to_have_text("Status, 1 of 4")
        self.assertSamePage()
        self.page.reload()
        expect(self.labels()).to_have_text(["Status", "Place", "Date", "Priority"])

    def test_OP8_OP9_a_finger_drags_a_row_without_scrolling_the_page(self):
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
        for start in ("#sort_priority_toggle", "#sort_priority_direction", "#sort .moves > :enabled"):
            x, y = self.middle(self.page.locator(start).first)
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move(x, y + 120, steps=6)
            self.page.evaluate("new Promise(requestAnimationFrame)")
            self.settled()
            self.page.mouse.up()
        self.assertEqual(self.posts, [])
        expect(self.labels()).to_have_text(["Priority", "Place", "Date", "Status"])
        # Nor does another mouse button, and a tap on the handle does nothing.
        self.page.mouse.move(*self.middle(self.handle("priority")))
        self.page.mouse.down(button="right")
        self.page.mouse.move(x, y + 120, steps=6)
        self.settled()
        self.page.mouse.up(button="right")
        self.handle("place").click()
        self.settled()
        self.assertEqual(self.posts, [])

    def test_OP8_handles_are_hidden_from_assistive_technology_and_absent_in_fixed_orders(self):
        expect(self.page.locator("#sort .handle:visible")).to_have_count(4)
        self.assertEqual(self.page.locator("#fixed .handle").count(), 0)
        for handle in self.page.locator(".handle").all():
            self.assertEqual(handle.aria_snapshot(), "", "it says nothing")
            self.assertGreaterEqual(min(handle.bounding_box()["width"], handle.bounding_box()["height"]), 44)
        # The handles stay after an answer, although the server does not know them.
        self.page.locator("#sort_place_toggle").click()
        self.page.locator("#sort_place_direction").wait_for()
        expect(self.page.locator("#sort .handle:visible")).to_have_count(4)

    def test_OP9_escape_cancels_a_drag(self):
        self.grab("priority", to="date")
        self.page.keyboard.press("Escape")
        self.settled()
        self.page.mouse.up()
        self.assertEqual(self.posts, [])
        expect(self.labels()).to_have_text(["Priority", "Place", "Date", "Status"])

    def test_OP9_alt_with_an_arrow_key_moves_the_focused_row(self):
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

    def test_OP9_moves_and_changes_by_buttons_are_announced(self):
        self.button("Move Priority down").click()
        expect(self.told()).to_have_text("Priority, 2 of 4, Descending")
        self.focus_is("#sort_priority_down")
        # The new direction is announced, and so is that the row is no longer used.
        self.page.locator("#sort_priority_direction").click()
        expect(self.told()).to_have_text("Priority, 2 of 4, Ascending")
        self.page.locator("#sort_priority_toggle").click()
        expect(self.told()).to_have_text("Priority, 2 of 4")

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

    def test_OP9_without_a_network_a_dragged_row_returns(self):
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


# A detector that finds the codes that a check puts before the camera, and decodes pictures only if they are real.
