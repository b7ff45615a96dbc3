"""A browser without scripts, just large enough for the pages: it fills in forms and presses buttons by name."""

import http.client
import re
import time
import urllib.parse
import uuid

import html_tree
from formcells import PATIENCE_SECONDS


class Page:
    """One page that the server returned, with what the visitor has since typed and ticked on it."""

    def __init__(self, status, fields, body, url):
        self.status, self.fields, self.body, self.url = status, fields, body, url
        self.html = body.decode("utf-8")
        self.root = html_tree.parse(self.html)
        self.files = {}

    @property
    def path(self):
        return urllib.parse.urlsplit(self.url).path

    @property
    def title(self):
        return self.root.all("title")[0].text()

    @property
    def text(self):
        return self.root.all("body")[0].text()

    @property
    def dialog(self):
        """The dialog in front of the page, or None."""
        open_dialogs = [each for each in self.root.all("dialog") if "open" in each and "inert" not in each]
        return open_dialogs[-1] if open_dialogs else None

    @property
    def dialog_name(self):
        return html_tree.name(self.dialog, self.root)

    @property
    def foreign_scripts(self):
        """Script elements other than the site's own, which has a hashed name."""
        own = re.compile(r"/assets/js/formcells\.[0-9a-f]{16}\.mjs")
        return [each for each in self.root.all("script") if each.text() or not own.fullmatch(each["src"] or "")]

    def find_all(self, role, group=None):
        elements = [each for each in self.root.walk() if html_tree.role(each) == role and html_tree.is_reachable(each)]
        if group is not None:
            elements = [each for each in elements if self._is_in(each, group)]
        return elements

    def _is_in(self, element, group):
        return any(
            parent["role"] == "group" and html_tree.name(parent, self.root) == group
            for parent in element.ancestors())

    def find(self, role, name, group=None):
        """The only element of a role with this name, or else the only one whose name begins with it."""
        candidates = self.find_all(role, group)
        named = [(html_tree.name(each, self.root), each) for each in candidates]
        exact = [each for each_name, each in named if each_name == name]
        found = exact or [each for each_name, each in named if each_name.startswith(name)]
        if role in ("checkbox", "radio") and len(found) > 1 and group is None:
            found = [each for each in found if not self._is_in(each, "Selected")]
        visible = [each for each in found if each["aria-hidden"] != "true"]
        found = visible or found
        assert len(found) == 1, (
            f"{len(found)} of {role} {name!r} on {self.url} ({self.status}); there are "
            f"{[each_name for each_name, _ in named][:60]}")
        return found[0]

    def has(self, role, name, group=None):
        return any(html_tree.name(each, self.root) == name for each in self.find_all(role, group))

    def names(self, role, group=None):
        return [html_tree.name(each, self.root) for each in self.find_all(role, group)]

    def value(self, name):
        field = self.find("textbox", name)
        return written(field) if field.tag == "textarea" else field["value"]

    def type(self, name, text, role="textbox"):
        self.find(role, name).attributes["value"] = text
        return self

    def choose_file(self, name, content, filename="photo.jpg"):
        """Chooses a file (bytes, or None for no file) in the file input of this name, in addition to those already chosen."""
        inputs = [each for each in self.root.all("input") if each["type"] == "file"]
        found = [each for each in inputs if html_tree.name(each, self.root) == name]
        assert len(found) == 1, f"{len(found)} file inputs {name!r} on {self.url}"
        if content is not None:
            self.files.setdefault(found[0]["name"], []).append((filename, content))
        return self

    def tick(self, *names, group=None):
        for name in names:
            box = self.find("checkbox", name, group)
            assert box.tag == "input", f"{name} is a button in the role of a box: press it"
            box.attributes["checked"] = ""
        return self

    def untick(self, *names, group=None):
        for name in names:
            self.find("checkbox", name, group).attributes.pop("checked", None)
        return self

    def choose(self, name):
        chosen = self.find("radio", name)
        for radio in self.root.all("input"):
            if radio["type"] == "radio" and radio["name"] == chosen["name"]:
                radio.attributes.pop("checked", None)
        chosen.attributes["checked"] = ""
        return self

    def checked(self, group=None):
        """The names of what is ticked or chosen."""
        boxes = self.find_all("checkbox", group) + self.find_all("radio", group)
        return [html_tree.name(each, self.root) for each in boxes if "checked" in each]

    def errors(self):
        """The error summary's messages."""
        summary = next((each for each in self.root.walk() if each["id"] == "_problems"), None)
        return [link.text() for link in summary.all("a")] if summary else []

    def submission(self, submitter):
        """What pressing this button posts: (address, name-value pairs in document order)."""
        form = next(parent for parent in submitter.ancestors() if parent.tag == "form")
        pairs = []
        for control in form.walk():
            if not control["name"] or "disabled" in control:
                continue
            kind = control["type"]
            if control.tag == "button":
                if control is submitter:
                    pairs.append((control["name"], control["value"] or ""))
            elif control.tag == "input" and kind in ("checkbox", "radio"):
                if "checked" in control:
                    pairs.append((control["name"], control.attributes.get("value", "on")))
            elif control.tag == "input":
                pairs.append((control["name"], control["value"] or ""))
            elif control.tag == "textarea":
                pairs.append((control["name"], written(control).replace("\n", "\r\n")))
        action = submitter["formaction"] or form["action"] or self.url
        return urllib.parse.urljoin(self.url, action), pairs

    def default_button(self, field):
        """The button that Enter in this field presses: the form's first submit button (HTML, implicit submission)."""
        form = next(parent for parent in field.ancestors() if parent.tag == "form")
        return next(each for each in form.all("button", "input") if (each["type"] or "submit") in ("submit", "image"))


def written(area):
    """The text of a textarea: what was typed, or the page's text without the first line break, which belongs to the markup."""
    if "value" in area:
        return area["value"]
    text = "".join(child for child in area.children if isinstance(child, str)).replace("\r\n", "\n")
    return text.removeprefix("\n")


def multipart(pairs, files):
    """The body that a browser posts as multipart/form-data, and its content type. An empty file input also sends a part.

    `files` are the files of each input, by its name: (file name, bytes).
    """
    boundary = "----" + uuid.uuid4().hex
    parts = []
    for name, value in pairs:
        if name in files:
            for filename, content in files[name] or [("", b"")]:
                parts.append((f'name="{name}"; filename="{filename}"\r\nContent-Type: image/jpeg', content))
        else:
            parts.append((f'name="{name}"', value.encode()))
    body = b"".join(
        f"--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + content + b"\r\n"
        for head, content in parts)
    return body + f"--{boundary}--\r\n".encode(), {"Content-Type": f"multipart/form-data; boundary={boundary}"}


class Visitor:
    """One browser: cookies, and its current page. A check may keep several pages; each is a tab."""

    def __init__(self, server, headers=None):
        self.server, self.cookies, self.headers = server, {}, dict(headers or {})
        self.page = None
        # The source address of connections; None for any.
        self.source = None
        self.statuses = []
        # Seconds spent waiting for answers.
        self.seconds = 0.0
        # Seconds from opening the last connection until its request was sent, or until sending failed.
        self.sent_seconds = 0.0
        self.set_cookies = []

    def request(self, method, url, body=None, headers=None):
        """One exchange: (status, fields, body). Does not follow redirects."""
        parts = urllib.parse.urlsplit(urllib.parse.urljoin(self.server.url, url))
        fields = {"Accept": "text/html", "Sec-Fetch-Site": "same-origin" if body is not None else "none"}
        if body is not None:
            fields["Content-Type"] = "application/x-www-form-urlencoded"
            fields["Origin"] = self.server.url
        if self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        fields.update(self.headers)
        for name, value in (headers or {}).items():
            if value is None:
                fields.pop(name, None)
            else:
                fields[name] = value
        began = time.monotonic()
        source = self.source and (self.source, 0)
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE_SECONDS, source_address=source)
        try:
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            try:
                connection.request(method, target, body=body, headers=fields)
            finally:
                self.sent_seconds = time.monotonic() - began
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
            self.seconds += time.monotonic() - began
        for cookie in response.msg.get_all("Set-Cookie") or []:
            self.set_cookies.append(cookie)
            name, value = cookie.split(";", 1)[0].split("=", 1)
            self.cookies[name] = value
        self.statuses.append(response.status)
        return response.status, response.msg, content

    def open(self, url, expected=200):
        return self._follow("GET", url, None, expected)

    def press(self, name, group=None, page=None, expected=200):
        """Presses a button by its name on `page` (by default the current one) and follows redirects."""
        page = page or self.page
        return self.press_element(page.find("button", name, group), page=page, expected=expected)

    def press_element(self, button, page=None, expected=200):
        page = page or self.page
        url, pairs = page.submission(button)
        form = next(parent for parent in button.ancestors() if parent.tag == "form")
        if (button["formenctype"] or form["enctype"]) == "multipart/form-data":
            body, fields = multipart(pairs, {each["name"]: page.files.get(each["name"])
                                             for each in page.root.all("input") if each["type"] == "file"})
            return self._follow("POST", url, body, expected, fields)
        return self.post(url, pairs, expected)

    def enter(self, name, role="textbox", page=None, expected=200):
        """Presses Enter in a field."""
        page = page or self.page
        return self.press_element(page.default_button(page.find(role, name)), page=page, expected=expected)

    def follow(self, name):
        return self.open(urllib.parse.urljoin(self.page.url, self.page.find("link", name)["href"]))

    def reload(self):
        return self.open(self.page.url)

    def post(self, url, pairs, expected=200):
        return self._follow("POST", url, urllib.parse.urlencode(pairs), expected)

    def _follow(self, method, url, body, expected, headers=None):
        url = urllib.parse.urljoin(self.page.url if self.page else self.server.url, url)
        # The server may have another port since a restart.
        url = urllib.parse.urljoin(self.server.url, urllib.parse.urlunsplit(("", "", *urllib.parse.urlsplit(url)[2:])))
        status, fields, content = self.request(method, url, body, headers)
        for _ in range(5):
            if status != 303:
                break
            url = urllib.parse.urljoin(url, fields["Location"])
            status, fields, content = self.request("GET", url)
        assert expected in (status, None), f"{method} {url} answered {status}, not {expected}: {content[:300]!r}"
        return self.page_of(status, fields, content, url)

    def page_of(self, status, fields, content, url):
        """Makes this answer the current page."""
        self.page = Page(status, fields, content, url)
        return self.page
