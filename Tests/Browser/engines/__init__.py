"""Three browser engines under one interface, each with the scripts of pages on or off.

An engine opens windows, each for a visitor who has never been here. A window has what a person has: a pointer, a keyboard,
an address bar, Back, Forward, Reload. It also evaluates an expression in the page, which works with the page's own scripts
off too: that is how a check looks.

    open(size, touch) -> window         of an engine
    goto(url), back(), forward(), reload(), resize(size), evaluate(expression), click(x, y), drag(start, end), type(text),
    key(name), screenshot(path), close()                of a window
    element(expression), click_element(element)         presses what an expression names, where it is by then
    another() -> window                                 another tab of the same visitor; it closes with the first one
    activate()                                          this tab comes to the front
"""

import lasting


class Gone(Exception):
    """The page was about to be replaced by another one, so that nothing could be asked of it."""


class Engines:
    """One process for each engine and each kind of pages; the one that is not asked for any more is ended."""

    running = {}

    @classmethod
    def get(cls, kind, scripts):
        if cls.running.get("key") != (kind, scripts):
            cls.close()
            cls.running.update(key=(kind, scripts), engine=kind(scripts))
            # Before what it was started by.
            lasting.stack.callback(cls.close)
        return cls.running["engine"]

    @classmethod
    def close(cls):
        engine = cls.running.pop("engine", None)
        cls.running.clear()
        if engine is not None:
            engine.close()
