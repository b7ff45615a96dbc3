"""How much: enough to find each fault in well under a minute, or, with FAULTS=full, the figures that are worth telling."""

import os

FULL = os.environ.get("FAULTS") == "full"
