"""Compares what a check made with a file that holds what it should make; `RECORD_SNAPSHOTS` as in the Swift tests."""

import os

MODES = ("never", "missing", "failed", "all")


def verify(case, text, path):
    """Fails `case` where `text` is not what `path` holds; records as the mode says, and fails then too, so that no run
    that recorded anything is taken for a green one."""
    mode = os.environ.get("RECORD_SNAPSHOTS", "never")
    if mode not in MODES:
        raise ValueError(f"RECORD_SNAPSHOTS is {', '.join(MODES)}, not {mode}")
    expected = path.read_text(encoding="utf-8") if path.exists() else None
    if mode == "all" or (text != expected and (mode == "failed" or (mode == "missing" and expected is None))):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        case.fail(f"{path} was written; look at it, then run again")
    if expected is None:
        case.fail(f"{path} is missing; RECORD_SNAPSHOTS=missing writes it")
    case.assertMultiLineEqual(expected, text, str(path))
