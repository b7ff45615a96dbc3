"""Compares what a check produced with a file of what it should produce; `RECORD_SNAPSHOTS` works as in the Swift tests."""

import os

MODES = ("never", "missing", "failed", "all")


def verify(case, text, path):
    """Fails `case` if `text` differs from the content of `path`. If the mode says to record, it writes the file and fails too, so
    that a run that recorded something is never green."""
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
