"""Pointer and keyboard as WebDriver and WebDriver BiDi both write them (W3C WebDriver, section Actions)."""

KEYS = {
    "Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "Space": " ", "Backspace": "\ue003", "Delete": "\ue017",
    "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a", "ArrowUp": "\ue013", "ArrowDown": "\ue015",
}


def click(x, y, touch):
    pointer = "touch" if touch else "mouse"
    return [{"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": [
        {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"},
        {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]


def key(name):
    """One key, with others held: "Shift+Tab"."""
    values = [KEYS.get(part, part.lower()) for part in name.split("+")]
    return _keyboard([{"type": "keyDown", "value": value} for value in values]
                     + [{"type": "keyUp", "value": value} for value in reversed(values)])


def type_text(text):
    return _keyboard([{"type": each, "value": letter} for letter in text for each in ("keyDown", "keyUp")])


def _keyboard(actions):
    return [{"type": "key", "id": "keyboard", "actions": actions}]
