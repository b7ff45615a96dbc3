"""Selects the gallery's pages for checks of what is drawn. The gallery's list shows every cell in every state on one page, so
other pages are visited only if they have elements beyond the list's."""

import re
import urllib.request

LIST = "/gallery"
LINK = re.compile(r'href="(/gallery/[a-z0-9-]+)')
ENTRY = re.compile(r'<article class="gallery-entry" aria-labelledby="_([a-z0-9-]+)"')
TAG = re.compile(r"<[a-z][^>]*>")
ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*)"')
# Attributes whose values decide how an element looks or is read.
TELLING = {"aria-haspopup", "class", "data-presentation", "data-style", "dir", "lang", "role", "type"}


def html(base, path):
    with urllib.request.urlopen(base + path) as answer:
        return answer.read().decode()


def every(base):
    """All pages except the list."""
    paths = sorted(set(LINK.findall(html(base, LIST))))
    assert len(paths) > 150, paths
    return paths


def listed(base):
    """The names of the pages whose cells the list shows, in its order."""
    return ENTRY.findall(html(base, LIST))


def distinct(base):
    """Pages with an open selection view or modal section (the list shows none), and pages with an element that neither the list
    nor an earlier page has. Such elements are around the cells, because a cell alone looks as it does in the list."""
    met = elements(html(base, LIST))
    paths = []
    for path in every(base):
        page = html(base, path)
        found = elements(page)
        if "<dialog" in page or not found <= met:
            paths.append(path)
        met |= found
    assert 40 < len(paths) < 100, paths
    return paths


def familiar(base):
    """The names of cells in the list whose kinds of elements all occur in earlier cells."""
    met, names = set(), []
    for cell in html(base, LIST).split('<article class="gallery-entry" aria-labelledby="')[1:]:
        found = elements(cell)
        if found <= met:
            names.append(cell.partition('"')[0])
        met |= found
    return names


def elements(page):
    """The kinds of elements of a page: the tag, the names of the attributes, and the values of the telling attributes."""
    return {
        (tag.split()[0], *sorted((name, value if name in TELLING else "") for name, value in ATTRIBUTE.findall(tag)))
        for tag in TAG.findall(page)}
