"""The answers' pages in every state, as `Tests/AnswersTests` records them, with the style sheets of `Public`."""

import functools
import pathlib
import re

import formcells

RECORDED = formcells.ROOT / "Tests/AnswersTests/Snapshots"
PUBLIC = formcells.ROOT / "Public"
ORIGIN = "http://answers.test"
IMPORT = re.compile(r'@import "([^"]+)"( later)?;')
MARK = "/* Later. */"


@functools.cache
def names():
    return sorted(path.stem for path in RECORDED.glob("*.html"))


def html(name):
    return (RECORDED / f"{name}.html").read_text(encoding="utf-8")


@functools.cache
def style(path, part=None):
    """A style sheet with the sheets that it imports inlined, as `Sources/Assets/Styles` does it."""
    text = path.read_text(encoding="utf-8")
    before, mark, behind = text.partition(MARK)
    text = {None: text, "first": before, "later": mark + behind}[part]
    return IMPORT.sub(lambda found: style(path.parent / found[1], "later" if found[2] else "first"), text)


def serve(context):
    """Serves the recorded pages to a browser context; a page's name is its path."""
    def answer(route):
        path = pathlib.PurePosixPath(route.request.url.removeprefix(ORIGIN).partition("?")[0])
        if path.suffix == ".css":
            route.fulfill(body=style(PUBLIC / path.relative_to("/assets")), content_type="text/css; charset=utf-8")
        elif path.name in names():
            route.fulfill(body=html(path.name), content_type="text/html; charset=utf-8")
        else:
            route.fulfill(status=404, body="")
    context.route(f"{ORIGIN}/**", answer)
