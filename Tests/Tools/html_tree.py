"""HTML as a tree, with the little of the accessible name computation that the pages need."""

from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "path"}


class Element:
    def __init__(self, tag, attributes=(), parent=None):
        self.tag, self.parent, self.children = tag, parent, []
        self.attributes = dict(attributes)

    def __getitem__(self, name):
        return self.attributes.get(name)

    def __contains__(self, name):
        return name in self.attributes

    def __repr__(self):
        return f"<{self.tag} {self.attributes}>"

    def walk(self):
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, *tags):
        return [element for element in self.walk() if element.tag in tags]

    def ancestors(self):
        element = self
        while element is not None:
            yield element
            element = element.parent

    def by_id(self, name):
        return next((element for element in self.walk() if element["id"] == name), None)

    def text(self, spoken=False):
        """The text below this element; with `spoken`, without what is hidden from assistive technology."""
        return " ".join(self._text(spoken).split())

    def _text(self, spoken):
        if spoken and self["aria-hidden"] == "true":
            return ""
        parts = [child if isinstance(child, str) else child._text(spoken) for child in self.children]
        # These elements are part of a word, so no spaces go around them: a search match, a piece of text with its own direction.
        return "".join(parts) if not spoken or self.tag in ("b", "bdi") else f" {''.join(parts)} "


class _Builder(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element("#document")

    def handle_starttag(self, tag, attributes):
        element = Element(tag, [(name, value or "") for name, value in attributes], self.open)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag, attributes):
        self.open.children.append(Element(tag, [(name, value or "") for name, value in attributes], self.open))

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if self.open.tag != tag:
            raise AssertionError(f"</{tag}> closes <{self.open.tag}> in line {self.getpos()[0]}")
        self.open = self.open.parent

    def handle_data(self, data):
        self.open.children.append(data)


def parse(text):
    """The tree of a page. Fails on an end tag that matches no start tag: pages are well nested."""
    builder = _Builder()
    builder.feed(text)
    builder.close()
    if builder.open is not builder.root:
        raise AssertionError(f"<{builder.open.tag}> is never closed")
    return builder.root


def role(element):
    if element["role"]:
        return element["role"]
    if element.tag == "input":
        kind = element["type"] or "text"
        return {"checkbox": "checkbox", "radio": "radio", "search": "searchbox", "hidden": None}.get(kind, "textbox")
    return {"button": "button", "a": "link", "dialog": "dialog", "textarea": "textbox", "main": "main"}.get(element.tag)


def name(element, root):
    """The accessible name: aria-labelledby, aria-label, a label, the content."""
    if element["aria-labelledby"]:
        named = [root.by_id(part) for part in element["aria-labelledby"].split()]
        assert None not in named, f"aria-labelledby points nowhere: {element}"
        return " ".join(part.text(spoken=True) for part in named)
    if element["aria-label"]:
        return element["aria-label"]
    if element.tag in ("input", "textarea", "select"):
        labels = [label for label in root.all("label") if element["id"] and label["for"] == element["id"]]
        labels += [parent for parent in element.ancestors() if parent.tag == "label"]
        return " ".join(label.text(spoken=True) for label in labels)
    return element.text(spoken=True)


def is_reachable(element):
    """Whether a visitor can reach it: it is not disabled, and nothing around it is inert or hidden."""
    around = any("inert" in parent or "hidden" in parent for parent in element.ancestors())
    return not around and "disabled" not in element and element["type"] != "hidden"
