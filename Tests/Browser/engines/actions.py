"""Pointer and keyboard actions in the format that WebDriver and WebDriver BiDi share (W3C WebDriver, section Actions)."""

KEYS = {
    "Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "Space": " ", "Backspace": "\ue003", "Delete": "\ue017",
    "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a", "ArrowLeft": "\ue012", "ArrowUp": "\ue013",
    "ArrowRight": "\ue014", "ArrowDown": "\ue015", "End": "\ue010",
}


class Window:
    """A person's input as actions; subclasses send them in `_perform`."""

    def click(self, x, y):
        self._perform(click((x, y), self.touch))

    def click_element(self, element):
        self._perform(click((0, 0), self.touch, element))

    def drag(self, start, end):
        self._perform(drag(start, end, self.touch))

    def type(self, text):
        self._perform(type_text(text))

    def key(self, name):
        self._perform(key(name))


def click(point, touch, origin="viewport"):
    return _pointer(touch, [
        {**_move(point), "duration": 0, "origin": origin}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])


def way(start, end, steps=6):
    """Points on a finger's path from one place to another."""
    return [tuple(round(a + (b - a) * step / steps) for a, b in zip(start, end)) for step in range(1, steps + 1)]


def drag(start, end, touch):
    return _pointer(touch, [
        _move(start), {"type": "pointerDown", "button": 0}, *map(_move, way(start, end)), {"type": "pointerUp", "button": 0}])


def _move(point):
    # The duration in milliseconds is long enough for a frame in between.
    return {"type": "pointerMove", "x": point[0], "y": point[1], "duration": 20, "origin": "viewport"}


def _pointer(touch, steps):
    kind = "touch" if touch else "mouse"
    return [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}]


def key(name):
    """One key, with modifiers: "Shift+Tab"."""
    values = [KEYS.get(part, part.lower()) for part in name.split("+")]
    return _keyboard([{"type": "keyDown", "value": value} for value in values]
                     + [{"type": "keyUp", "value": value} for value in reversed(values)])


def type_text(text):
    return _keyboard([{"type": each, "value": letter} for letter in text for each in ("keyDown", "keyUp")])


def _keyboard(actions):
    return [{"type": "key", "id": "keyboard", "actions": actions}]
