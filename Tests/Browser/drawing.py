"""Pictures of pages in Chromium."""

from playwright.sync_api import Error

TRIES = 5


def draw(page, **options):
    """Draws the page; returns the picture. On a busy machine Chromium sometimes refuses, so this tries again."""
    for _ in range(TRIES - 1):
        try:
            return page.screenshot(**options)
        except Error as error:
            if "Unable to capture screenshot" not in error.message:
                raise
    return page.screenshot(**options)
