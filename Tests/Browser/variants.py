"""In which engines, widths and kinds of pages the journeys run.

Every run has each engine, each width, and pages with scripts and without; not each with each. BROWSERS=all does that, which takes
twice as long: before a release, and where an engine's driver changed."""

import os

from browser import DESKTOP, PHONE, TABLET
from engines.chromium import Chromium, WholeChromium
from engines.firefox import Firefox
from engines.webkit import WebKit

ALL = os.environ.get("BROWSERS") == "all"
EACH_WITH_EACH = [
    (engine, scripts, size) for engine in (WholeChromium if ALL else Chromium, Firefox, WebKit) for scripts in (False, True)
    for size in (PHONE, TABLET, DESKTOP)]
# The views that scripts bring are a sheet on phones and a dialog elsewhere.
WIDTHS = EACH_WITH_EACH if ALL else [
    (Chromium, False, PHONE), (Chromium, False, TABLET), (WholeChromium, True, PHONE), (Chromium, True, DESKTOP),
    (Firefox, False, PHONE), (Firefox, True, DESKTOP), (WebKit, False, DESKTOP), (WebKit, True, PHONE)]
# For journeys in which the width makes no difference.
ENGINES = [each for each in EACH_WITH_EACH if each[2] == PHONE] if ALL else [
    (Chromium, False, PHONE), (Chromium, True, DESKTOP), (Firefox, False, PHONE), (WebKit, True, PHONE)]


def name(engine, scripts, size=None):
    return f"{engine.__name__}{'Scripts' if scripts else 'Plain'}{size[0] if size else ''}"
