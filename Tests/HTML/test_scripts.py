"""The scripts have no type errors: their JSDoc types of parameters and results are correct (TypeScript's checker, without output
files)."""

import re
import subprocess
import unittest

from formcells import ROOT

SCRIPTS = ROOT / "Public/js"
OPTIONS = [
    "--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node",
    "--lib", "es2022,dom,dom.iterable"]
# A parameter without a type may have any: most belong to handlers within a function. A variable may not: one whose initial value
# refers to itself hides the type that its calls should have.
PARAMETER = re.compile(r"^.*error TS(7006|7031): .*\n", re.MULTILINE)


def mistakes(*files):
    """The checker's messages on these files and all that they import; empty if there are none."""
    said = subprocess.run(
        ["tsc", *OPTIONS, "--pretty", "false", ROOT / "Tests/HTML/browser.d.ts", *files], cwd=SCRIPTS, capture_output=True,
        text=True, timeout=300).stdout
    return PARAMETER.sub("", said)


class Types(unittest.TestCase):
    cost = 8
    maxDiff = None

    def test_each_module_has_no_type_errors(self):
        modules = sorted(SCRIPTS.rglob("*.mjs"))
        self.assertEqual(mistakes(*modules), "")
        for module in modules:
            self.assertIn("// @ts-check", module.read_text(encoding="utf-8").splitlines()[:2], module)
