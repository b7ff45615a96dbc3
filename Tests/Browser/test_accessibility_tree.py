"""What assistive technology encounters in every cell of the gallery: Chromium's accessibility tree, scripts off, as text."""

import pathlib
import re
import textwrap

import gallery_pages
import snapshot
from browser import BrowserCase
from extent import FULL
from formcells import wait_until

SNAPSHOTS = pathlib.Path(__file__).parent / "Snapshots"

# Boxes without meaning, and text that is already in its parent's name.
SILENT = {"none", "generic", "InlineTextBox", "ListMarker", "LabelText", "Legend", "sectionheader", "sectionfooter"}
NAMED_BY_TEXT = {"button", "link", "heading", "LabelText", "Legend", "checkbox", "radio", "switch"}
# What may precede the cell on a page.
ABOVE = ('text "Fields marked with an asterisk are required"\n', 'text "All fields are required unless marked optional"\n')
FLAGS = ("disabled", "readonly", "required", "modal", "focused")


def outline(nodes):
    """The tree as lines: role "name" [states] description, indented by depth."""
    by_id = {node["nodeId"]: node for node in nodes}
    lines = []

    def children(node):
        return [by_id[child] for child in node.get("childIds", []) if child in by_id]

    def texts(node):
        """The texts of a paragraph that contains only text; None otherwise."""
        if node["role"]["value"] == "StaticText":
            return [node["name"]["value"].strip()]
        if not node.get("ignored") and node["role"]["value"] not in SILENT | {"paragraph"}:
            return None
        found = [texts(child) for child in children(node)]
        return None if None in found else [text for part in found for text in part]

    def visit(node, depth, is_named):
        role, name = node["role"]["value"], node.get("name", {}).get("value", "").strip()
        if role == "paragraph" and (parts := texts(node)):
            lines.append("  " * depth + f'text "{" ".join(parts)}"')
            return
        is_shown = not node.get("ignored") and role not in SILENT and (
            role != "StaticText" or (name != "" and not is_named))
        if is_shown:
            lines.append("  " * depth + line(node, role, name))
        for child in children(node):
            visit(child, depth + is_shown, is_named or role in NAMED_BY_TEXT)

    visit(nodes[0], 0, False)
    return "\n".join(lines) + "\n"


def line(node, role, name):
    properties = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
    states = [flag for flag in FLAGS if properties.get(flag) is True and not (role == "RootWebArea" and flag == "focused")]
    if properties.get("invalid") == "true":
        states.append("invalid")
    for state in ("checked", "pressed"):
        if state in properties:
            states.append(state if properties[state] == "true" else f"not {state}")
    if properties.get("hasPopup"):
        states.append(f"opens {properties['hasPopup']}")
    value = node.get("value", {}).get("value", "")
    description = node.get("description", {}).get("value", "")
    text = {"RootWebArea": "page", "StaticText": "text"}.get(role, role)
    if name or role not in ("paragraph", "list", "listitem", "form", "main", "navigation"):
        text += f' "{name}"'
    if value and role != "link":
        text += f' = "{value}"'
    if states:
        text += f" [{', '.join(states)}]"
    return text + (f" ({description})" if description else "")


def excerpt(outline):
    """Only the cell or the selection view; what surrounds it is in the snapshots of the forms."""
    lines = outline.splitlines()
    front = [index for index, each in enumerate(lines) if re.match(r"    (alert)?dialog ", each)]
    if front:
        return textwrap.dedent("\n".join(lines[front[0]:])) + "\n"
    main = lines[lines.index("    main") + 1:]
    if not main[0].startswith("      heading ") or not main[-1].startswith('      button "'):
        raise AssertionError(f"no cell between a title and a button in {outline}")
    return textwrap.dedent("\n".join(main[1:-1])) + "\n"


class AccessibilityTree(BrowserCase):
    path = "about:blank"
    cost = 20
    # The outlines of the pages that a check has visited.
    outlines = {}

    def setUp(self):
        super().setUp()
        self.session = self.context.new_cdp_session(self.page)
        self.addCleanup(self.session.detach)

    def nodes(self):
        return self.session.send("Accessibility.getFullAXTree")["nodes"]

    def has_its_focus(self):
        """`autofocus` takes effect with the first frame, which may come after the load event. A locator would cost as much as the
        page."""
        expression = "!document.querySelector('[autofocus]') || document.querySelector('[autofocus]:focus') !== null"
        return self.session.send("Runtime.evaluate", {"expression": expression})["result"]["value"]

    def test_every_cell_of_the_gallery_reads_as_its_snapshot(self):
        slugs = [path.removeprefix("/gallery/") for path in gallery_pages.every(self.server.url)]
        for slug in slugs if FULL else sorted(set(slugs) - self.read_in_the_list()):
            with self.subTest(slug):
                text = self.outline_of(slug)
                snapshot.verify(self, text if slug.startswith("form-") else excerpt(text), SNAPSHOTS / f"{slug}.txt")
        names = {path.stem for path in SNAPSHOTS.glob("*.txt")}
        self.assertEqual(names, set(slugs), "no snapshot without its page")

    def read_in_the_list(self):
        """Pages whose cells match their snapshots in the list. They contain nothing more, so they need no visit."""
        self.page.goto(gallery_pages.LIST)
        entries = re.split(r"^ *article .*\n", outline(self.nodes()), flags=re.MULTILINE)[1:]
        names = gallery_pages.listed(self.server.url)
        self.assertEqual(len(entries), len(names))
        cells = {name: textwrap.dedent(entry.partition("        form\n")[2]) for name, entry in zip(names, entries)}
        expected = {path.stem: path.read_text(encoding="utf-8") for path in SNAPSHOTS.glob("*.txt")}
        return {name for name, cell in cells.items() if expected.get(name) in {above + cell for above in ("", *ABOVE)}}

    def outline_of(self, slug):
        if slug not in self.outlines:
            self.page.goto(f"/gallery/{slug}")
            wait_until(self.has_its_focus, "what has autofocus has the focus")
            self.outlines[slug] = outline(self.nodes())
        return self.outlines[slug]

    # Names and roles, word for word

    def assert_in_order(self, slug, *expected):
        lines = [each.strip() for each in self.outline_of(slug).replace(" [focused]", "").splitlines()]
        positions = [lines.index(each) if each in lines else self.fail(f"no {each} in {lines}") for each in expected]
        self.assertEqual(positions, sorted(positions), slug)

    def test_AX1_AX6_C19_a_cell_reads_label_helper_value_button(self):
        for slug, name in (
            ("list-picker-empty", "Colour Select an option"),
            ("list-picker-helper", "Colour Of the outer shell Select an option"),
            ("list-picker-required", "Colour required Select an option"),
            ("list-picker-optional", "Colour (optional) Select an option"),
            ("list-picker-filled", "Colour Blue"),
            ("list-picker-several", "Colours Of the outer shell Crimson, Amber"),
            ("select-standard-helper", "Size Of the jacket Select an option"),
            ("select-table-filled", "Size Of the jacket Large"),
        ):
            self.assert_in_order(slug, f'button "{name}" [opens dialog]')

    def test_AX8_a_disabled_cell_reads_label_helper_placeholder_button(self):
        self.assert_in_order(
            "list-picker-disabled", 'button "Colour No choice at the moment Select an option" [disabled, opens dialog]')
        self.assert_in_order(
            "select-standard-disabled", 'button "Size Of the jacket Select an option" [disabled, opens dialog]')

    def test_AX10_AX11_AX12_a_cell_with_an_error_reads_label_helper_value_error_button(self):
        self.assert_in_order(
            "list-picker-error", 'button "Colour required Select an option Error: Select an option." [invalid, opens dialog]',
            'text "Error: Select an option."', 'button "Submit"')
        self.assert_in_order(
            "list-picker-error-kept",
            'button "Colour required Of the outer shell Select an option Error: Select an option." [invalid, opens dialog]',
            'text "Of the outer shell"', 'text "Error: Select an option."', 'button "Submit"')
        self.assert_in_order(
            "select-table-error-kept",
            'button "Size required Of the jacket Select an option Error: Select an option." [invalid, opens dialog]',
            'text "Error: Select an option."', 'button "Submit"')
        self.assert_in_order(
            "text-error", 'textbox "Full Name" [required, invalid] (Error: Enter a value.)',
            'text "Error: Enter a value."', 'button "Submit"')

    def test_AX7_an_option_reads_label_button_and_whether_it_is_selected(self):
        self.assert_in_order(
            "select-view-chosen", 'dialog "Size" [modal]', 'button "Back"', 'heading "Size" (Select an option below)',
            'text "Select an option below"', 'button "Extra Small" [not pressed]', 'button "Large" [pressed]')
        self.assert_in_order("list-picker-view-immediate", 'button "Amber" [not pressed]', 'button "Blue" [pressed]')

    def test_LV1_LV29_LV31_views_have_their_words_and_roles(self):
        self.assert_in_order(
            "list-picker-view-selected", 'dialog "Colours" [modal]', 'button "Close"', 'heading "Colours"',
            'button "Reset"', 'searchbox "Search"', 'group "Selected"', 'button "Deselect All"',
            'checkbox "Denim" [checked]', 'group "All"', 'button "Select All"', 'button "Apply"')
        self.assert_in_order("list-picker-view-search", 'button "Select All (3)"')
        self.assert_in_order("list-picker-view-no-results", 'text "No Results Found"')
        self.assert_in_order("list-picker-view-none", 'radio "No colour" [not checked]', 'radio "Blue" [checked]')
        self.assert_in_order("select-view-none", 'button "None" [not pressed]')
        self.assert_in_order(
            "list-picker-view-question", 'alertdialog "Discard changes?" [modal]', 'button "Keep Editing"',
            'button "Discard Changes"')
        self.assert_in_order("list-picker-view-objects", 'radio "Motor 2" [checked] (Hall 2 Stopped)')
        self.assert_in_order("select-view-multiple", 'button "Back"', 'button "Done"')

    def test_OP2_OP5_OP7_an_order_picker_has_its_names(self):
        self.assert_in_order(
            "order-picker-default", 'group "Sort Orders By"', 'checkbox "Priority" [checked]',
            'button "Priority, Descending"', 'group "1 of 3"', 'button "Move Priority up" [disabled]',
            'button "Move Priority down"', 'checkbox "Status" [not checked]', 'group "2 of 3"', 'button "Move Status up"')

    def test_LV15_AX5_pressing_a_value_toggles_it_and_apply_returns_the_focus_to_the_cell(self):
        self.page.goto("/gallery/list-picker-view-multiple")
        box = self.page.get_by_role("checkbox", name="Crimson")
        for is_checked in (True, False, True):
            self.page.get_by_text("Crimson").click()
            self.assertEqual(box.is_checked(), is_checked)
        self.press("Apply")
        self.assertEqual(self.focused(), ("button", "Colours Crimson"))
