"""Addresses of pages, in the form in which checks compare them."""

import re


def without_draft(url):
    """The address without the name of the draft, which differs each time."""
    return re.sub(r"[?&]draft=[0-9a-z]+", "", url)
