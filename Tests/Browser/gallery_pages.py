"""The pages of the gallery for checks of what is drawn: its list has every cell in every state on one page, and so only pages
that have more than that are shown by themselves."""

import re
import urllib.request

LIST = "/gallery"
LINK = re.compile(r'href="(/gallery/[a-z0-9-]+)')
ENTRY = re.compile(r'<article class="gallery-entry" aria-labelledby="_([a-z0-9-]+)"')
TAG = re.compile(r"<[a-z][^>]*>")
ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*)"')
# Their values decide how an element looks or is read.
TELLING = {"aria-haspopup", "class", "data-presentation", "data-style", "dir", "lang", "role", "type"}


def html(base, path):
    with urllib.request.urlopen(base + path) as answer:
        return answer.read().decode()


def every(base):
    """All but the list."""
    paths = sorted(set(LINK.findall(html(base, LIST))))
    assert len(paths) > 150, paths
    return paths


def listed(base):
    """The names of the pages whose cells the list has, in its order."""
    return ENTRY.findall(html(base, LIST))


def distinct(base):
    """Pages that have a selection view or a modal section open, of which the list shows none, and those with an element that
    neither the list nor a page before them has: around the cells, for one that stands alone is as it is in the list."""
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
    """Names of the cells of the list that have no element that those before them lack."""
    met, names = set(), []
    for cell in html(base, LIST).split('<article class="gallery-entry" aria-labelledby="')[1:]:
        found = elements(cell)
        if found <= met:
            names.append(cell.partition('"')[0])
        met |= found
    return names


def elements(page):
    """The kinds of elements that a page has: the name, the names of the attributes, and the values that tell."""
    return {
        (tag.split()[0], *sorted((name, value if name in TELLING else "") for name, value in ATTRIBUTE.findall(tag)))
        for tag in TAG.findall(page)}
