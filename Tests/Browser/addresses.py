"""Addresses of pages, as checks compare them."""

import re


def without_draft(url):
    """The address without the name of a draft, which is another one each time."""
    return re.sub(r"[?&]draft=[0-9a-z]+", "", url)
