"""Sessions in Valkey: two servers share a session; Valkey goes down and comes back."""

import concurrent.futures
import contextlib
import unittest
import urllib.parse

import prometheus
from formcells import Server, run, wait_until
from services import Valkey
from visitor import Visitor

FIELDS = [f"field{number}" for number in range(8)]
FORM = {
    "title": "Shared",
    "sections": [{"cells": [
        *({"id": field, "type": "text", "label": field.title()} for field in FIELDS),
        {"id": "parts", "type": "list-picker", "label": "Parts", "selection": "multiple",
         "options": ["Belt", "Fuse", "Gasket"]},
        {"id": "secret", "type": "password", "label": "Secret"},
        {"id": "needed", "type": "text", "label": "Needed", "required": True}]}],
}


def go_to(visitor, server):
    """From now on the load balancer sends the visitor to this server."""
    visitor.server = server
    return visitor


class TwoServers(unittest.TestCase):
    cost = 12

    def start(self, **options):
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        store = stack.enter_context(Valkey(**options))
        suffix = f"?ca={store.folder}/server.pem" if store.tls else ""
        self.metrics = [prometheus.free_address() for _ in range(2)]
        return store, *[
            stack.enter_context(
                Server({"shared": FORM}, options=["--sessions", store.url + suffix, "--metrics", address]))
            for address in self.metrics]

    def reaches_store(self):
        """Whether each server reaches the store, according to its metrics."""
        return [prometheus.read(address)["formcells_remote_sessions_up"].value() for address in self.metrics]

    def test_a_form_begun_at_one_server_is_finished_at_the_other(self):
        store, one, other = self.start()
        visitor = Visitor(one)
        visitor.open("/forms/shared").type("Field0", "from one").type("Secret", "never told")
        visitor.press("Parts")
        go_to(visitor, other)
        visitor.page.tick("Fuse")
        visitor.press("Apply")
        one.kill()
        # Another window: the state comes from the session alone.
        page = visitor.open(visitor.page.url)
        self.assertEqual(page.value("Field0"), "from one")
        self.assertIn("Fuse", page.text)
        # Only the server that received the password has it, so the other one asks again.
        keys = store.ask("--scan", "--pattern", "formcells:session:*").split()
        self.assertEqual(len(keys), 1)
        self.assertIn(visitor.cookies["formcells"], keys[0])
        self.assertIn("from one", store.ask("GET", keys[0]))
        self.assertNotIn("never told", store.ask("GET", keys[0]))
        self.assertTrue(0 < int(store.ask("TTL", keys[0])) <= 1800)
        page.type("Needed", "now").type("Secret", "once more")
        visitor.press("Submit")
        values = other.submissions("shared")[0]["values"]
        self.assertEqual((values["field0"], values["parts"], values["needed"]), ("from one", ["Fuse"], "now"))
        self.assertTrue(values["secret"]["hash"].startswith("$y$"))

    def test_two_drafts_filled_in_at_two_servers_at_once_lose_nothing(self):
        _, one, other = self.start()
        first, second = Visitor(one), Visitor(other)
        # Two tabs of one browser, both opened blank.
        first.open("/forms/shared")
        second.open("/forms/shared")
        first.press("Parts")
        first.press("Close")
        second.cookies = first.cookies
        self.fill_at_once([(first, FIELDS), (second, FIELDS)])
        for visitor, server in [(first, other), (second, one)]:
            page = go_to(visitor, server).open(visitor.page.url)
            self.assertEqual([page.value(field.title()) for field in FIELDS],
                             [f"{visitor.name} {field}" for field in FIELDS])

    def test_one_draft_filled_in_at_two_servers_at_once_loses_nothing(self):
        _, one, other = self.start()
        first = Visitor(one)
        first.open("/forms/shared").type("Needed", "begun")
        first.press("Parts")
        second = Visitor(other)
        second.cookies = first.cookies
        draft = first.open(first.page.url.split("/cells/")[0] + "?" + urllib.parse.urlsplit(first.page.url).query).url
        second.open(draft)
        self.fill_at_once([(first, FIELDS[:4]), (second, FIELDS[4:])])
        for server in [one, other]:
            visitor = Visitor(server)
            visitor.cookies = first.cookies
            page = visitor.open(draft)
            self.assertEqual([page.value(field.title()) for field in FIELDS],
                             [f"{'first' if field in FIELDS[:4] else 'second'} {field}" for field in FIELDS])

    def fill_at_once(self, visitors):
        """Each visitor fills in separate fields, one post per field, at the same time as the others."""
        def fill(visitor, name, fields):
            visitor.name = name
            for field in fields:
                visitor.page.type(field.title(), f"{name} {field}")
                visitor.press("Parts")
                visitor.press("Close")

        with concurrent.futures.ThreadPoolExecutor(len(visitors)) as pool:
            work = [pool.submit(fill, visitor, name, fields)
                    for (visitor, fields), name in zip(visitors, ["first", "second"])]
            for each in work:
                each.result()

    def test_while_valkey_is_down_nothing_is_lost_and_the_log_says_so_once(self):
        store, one, other = self.start()
        visitor = Visitor(one)
        visitor.open("/forms/shared").type("Field0", "before")
        visitor.press("Parts")
        visitor.press("Close")
        self.assertEqual(self.reaches_store(), [1, 1])
        store.kill()
        visitor.page.type("Field1", "meanwhile")
        visitor.press("Parts")
        visitor.press("Close")
        self.assertEqual(self.reaches_store(), [0, 1], "only the first one has asked")
        self.assertEqual(visitor.open(visitor.page.url).value("Field1"), "meanwhile")
        # The other server has no copy, but the visitor's current page holds everything.
        page = visitor.page
        go_to(visitor, other)
        page.type("Field2", "elsewhere")
        visitor.press("Parts", page=page)
        visitor.press("Close")
        self.assertEqual([visitor.page.value(f"Field{number}") for number in range(3)],
                         ["before", "meanwhile", "elsewhere"])
        store.start()
        # The store has lost everything: the last server used writes the session back once it reaches the store again.
        def is_back():
            keys = store.ask("--scan", "--pattern", "formcells:session:*").split()
            return f"formcells:session:{visitor.cookies['formcells']}" in keys
        for _ in range(200):
            visitor.page.type("Field3", "afterwards")
            visitor.press("Parts")
            visitor.press("Close")
            if is_back():
                break
        # This server has not tried since; a little later it finds the store again by itself.
        go_to(visitor, one)
        address = visitor.page.url
        wait_until(lambda: visitor.open(address).value("Field0") != "", "the first server finds the store again")
        self.assertEqual([visitor.page.value(f"Field{number}") for number in range(4)],
                         ["before", "meanwhile", "elsewhere", "afterwards"])
        for server in [one, other]:
            server.terminate()
            self.assertEqual(server.log_text().count("is unreachable"), 1, server.log_text())
            self.assertEqual(server.log_text().count("answers again"), 1, server.log_text())

    def test_valkey_is_used_with_a_password_and_a_private_certificate(self):
        store, one, other = self.start(password="p@ss:word", tls=True)
        visitor = Visitor(one)
        visitor.open("/forms/shared").type("Field0", "secretly")
        visitor.press("Parts")
        visitor.press("Close")
        self.assertEqual(go_to(visitor, other).open(visitor.page.url).value("Field0"), "secretly")
        self.assertEqual(len(store.ask("--scan", "--pattern", "formcells:session:*").split()), 1)
        # A server that does not trust the certificate says so, does not send the password, and serves without the store.
        with Server({"shared": FORM}, options=["--sessions", store.url]) as wary:
            visitor = Visitor(wary)
            visitor.open("/forms/shared").type("Field0", "alone")
            visitor.press("Parts")
            visitor.press("Close")
            self.assertEqual(visitor.page.value("Field0"), "alone")
            wary.terminate()
            self.assertIn("certificate", wary.log_text())
            self.assertNotIn("p@ss", wary.log_text())
            self.assertNotIn("p%40ss", wary.log_text())

    def test_a_wrong_address_is_wrong_usage_and_its_password_is_not_printed(self):
        for address in ["valkey://:hidden@", "valkey://:hidden@host:port", "memcached://host"]:
            done = run("serve", "--sessions", address)
            self.assertEqual(done.returncode, 2, (address, done.stderr))
            self.assertNotIn(b"hidden", done.stderr)
