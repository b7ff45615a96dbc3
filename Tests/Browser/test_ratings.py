"""Ratings: a row of numbers, and stars. Scripts off."""

from browser import BrowserCase


class RatingChecks(BrowserCase):
    path = "/gallery/rating-many"

    def numbers(self, slug, width, **media):
        page = self.page
        page.set_viewport_size({"width": width, "height": 740})
        page.emulate_media(**media)
        page.goto(f"/gallery/{slug}")
        return page.locator(f"#{slug} .rating-number").all()

    def masks(self, numbers):
        return [number.evaluate("number => getComputedStyle(number, '::before').maskImage") for number in numbers]

    def test_RA1_eleven_numbers_are_large_enough_to_touch_in_few_rows(self):
        for width, rows in ((320, 2), (360, 2), (700, 1)):
            boxes = [number.bounding_box() for number in self.numbers("rating-many", width)]
            self.assertEqual(len(boxes), 11)
            self.assertEqual(len({round(box["y"]) for box in boxes}), rows)
            for box in boxes:
                self.assertGreaterEqual(min(box["width"], box["height"]), 43)
                self.assertGreaterEqual(box["x"], 0)
                self.assertLessEqual(box["x"] + box["width"], width)

    def test_RA2_the_chosen_number_is_recognizable_without_colour(self):
        for media in ({}, {"forced_colors": "active"}, {"media": "print"}):
            with self.subTest(**media):
                chosen = [number.locator("span").evaluate("text => getComputedStyle(text).textDecorationLine") == "underline"
                          for number in self.numbers("rating-filled", 360, **media)]
                self.assertEqual(chosen, [False, False, False, True, False])
        self.page.emulate_media(forced_colors="none", media="screen")

    def test_RA4_stars_are_filled_up_to_the_chosen_one(self):
        numbers = self.numbers("rating-stars", 360)
        full, empty = self.masks([numbers[0], numbers[4]])
        self.assertNotEqual(full, empty)
        self.assertEqual(self.masks(numbers), [full] * 4 + [empty])
        numbers[1].click()
        self.assertEqual(self.masks(numbers), [full] * 2 + [empty] * 3)
        # Hovering over a star does not change the display.
        numbers[4].hover()
        self.assertEqual(self.masks(numbers), [full] * 2 + [empty] * 3)
        self.page.keyboard.press("ArrowRight")
        self.assertEqual(self.masks(numbers), [full] * 3 + [empty] * 2)
        self.page.locator("#rating-stars .row").click()
        self.assertEqual(self.masks(numbers), [empty] * 5)

    def test_RA1_a_screen_reader_reads_numbers_and_the_words_at_the_ends(self):
        self.page.goto("/gallery/rating-empty")
        radios = [(each["name"], each.get("description", "")) for each in self.tree() if each["role"] == "radio"]
        self.assertEqual(radios, [("1", "Too slow"), ("2", ""), ("3", ""), ("4", ""), ("5", "Too fast"), ("None", "")])
