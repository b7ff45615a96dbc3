"""The scripts' types: what their JSDoc says of parameters and results holds (TypeScript's checker, which writes nothing)."""

import subprocess
import unittest

from formcells import ROOT

SCRIPTS = ROOT / "Public/js"
# A parameter without a type may be anything: most are handlers within a function.
OPTIONS = [
    "--noEmit", "--allowJs", "--checkJs", "--strict", "--noImplicitAny", "false", "--target", "es2022", "--module", "es2022",
    "--moduleResolution", "node", "--lib", "es2022,dom,dom.iterable"]


def mistakes(*files):
    """The checker's messages on these files and all that they import; empty: there is none."""
    return subprocess.run(
        ["tsc", *OPTIONS, "--pretty", "false", ROOT / "Tests/HTML/browser.d.ts", *files], cwd=SCRIPTS, capture_output=True,
        text=True, timeout=300).stdout


class Types(unittest.TestCase):
    cost = 8
    maxDiff = None

    def test_every_module_keeps_the_types_that_it_names(self):
        modules = sorted(SCRIPTS.rglob("*.mjs"))
        self.assertEqual(mistakes(*modules), "")
        for module in modules:
            self.assertIn("// @ts-check", module.read_text(encoding="utf-8").splitlines()[:2], module)
