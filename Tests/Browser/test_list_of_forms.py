"""The list of forms: each link's target is obvious at a glance."""

from browser import PHONE, BrowserCase


class ListOfForms(BrowserCase):
    size = PHONE

    def test_forms_and_drafts_have_icons_and_their_texts_are_aligned(self):
        page = self.page
        with page.expect_navigation():
            page.get_by_role("button", name="Submit", exact=True).last.click()
        page.goto("/")
        sign = page.locator(".entry > a").first.evaluate("(link) => getComputedStyle(link, '::before').width")
        self.assertGreaterEqual(float(sign.removesuffix("px")), 40)
        masks = [link.evaluate("(link) => getComputedStyle(link, '::before').maskImage") for link in page.locator(".draft").all()]
        self.assertEqual(len(set(masks)), 2, "a pen and a plus")
        self.assertNotIn("none", masks)
        texts = page.locator(".entry-title, .entry-text, .draft-word, .draft-text").all()
        self.assertEqual(len({round(text.bounding_box()["x"]) for text in texts}), 1)
