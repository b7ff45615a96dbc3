"""Three browser engines with one interface, each with the pages' scripts on or off.

An engine opens windows, each for a visitor without history. A window has what a person has: a pointer, a keyboard, an address bar,
Back, Forward, Reload. It also evaluates an expression in the page, even when the page's own scripts are off; checks use this to look
at the page.

    open(size, touch) -> window         of an engine
    goto(url), back(), forward(), reload(), resize(size), evaluate(expression), click(x, y), drag(start, end), type(text),
    key(name), screenshot(path), close()                of a window
    element(expression), click_element(element)         presses the element of an expression, at its position by then
    another() -> window                                 another tab of the same visitor; it closes with the first one
    activate()                                          brings this tab to the front
"""

import lasting


class Gone(Exception):
    """Another page was replacing this one, so it could not be queried."""


class Engines:
    """One process at a time for an engine with scripts on or off; asking for another combination ends the previous one."""

    running = {}

    @classmethod
    def get(cls, kind, scripts):
        if cls.running.get("key") != (kind, scripts):
            cls.close()
            cls.running.update(key=(kind, scripts), engine=kind(scripts))
            # Closed before the resources that it uses.
            lasting.stack.callback(cls.close)
        return cls.running["engine"]

    @classmethod
    def close(cls):
        engine = cls.running.pop("engine", None)
        cls.running.clear()
        if engine is not None:
            engine.close()
