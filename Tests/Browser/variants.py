"""In which engines, at which widths and with which kinds of pages the journeys run.

Every run has the main journeys in each engine, and the others only in Chromium's engine, with scripts and without. `Tests/run --full`
runs each journey in each engine and in the whole Chromium, for each kind of page and each width: before a release, and after changes
of a script or an engine's driver."""

from browser import DESKTOP, PHONE, TABLET
from engines.chromium import Chromium, ChromiumWithWorker, WholeChromium
from engines.firefox import Firefox
from engines.webkit import WebKit
from extent import FULL

EACH_WITH_EACH = [
    (engine, scripts, size) for engine in (WholeChromium if FULL else Chromium, Firefox, WebKit) for scripts in (False, True)
    for size in (PHONE, TABLET, DESKTOP)]
# The views that scripts open are a sheet on phones and a dialog elsewhere.
WIDTHS = EACH_WITH_EACH if FULL else [
    (Chromium, False, PHONE), (Chromium, True, PHONE), (Chromium, True, DESKTOP), (WholeChromium, True, PHONE),
    (Firefox, True, DESKTOP), (WebKit, True, PHONE)]
# For journeys in which the width makes no difference.
ENGINES = [each for each in EACH_WITH_EACH if each[2] == PHONE] if FULL else [
    (Chromium, False, PHONE), (Chromium, True, DESKTOP)]


def has_all(engine):
    """Whether all journeys run in this engine, not only the main ones."""
    return FULL or engine is Chromium


def with_worker(engine, scripts):
    """The same engine, with a service worker if pages have scripts."""
    return ChromiumWithWorker if engine is Chromium and scripts else engine


def name(engine, scripts, size=None):
    return f"{engine.__name__}{'Scripts' if scripts else 'Plain'}{size[0] if size else ''}"
