"""The Nu HTML checker finds no error on any page: every page of the gallery, the sample forms and the other pages."""

import re
import unittest
import urllib.error
import urllib.request

import answers_pages
import formcells
import nu_checker
from formcells import Server
from sample_forms import WORKSHOP, WORKSHOP_SOURCES
from visitor import Visitor

TRIP = {"title": "Trip", "review": True, "sections": [
    {"container": "step", "title": "You", "cells": [{"id": "name", "type": "text", "label": "Name", "value": "Ada"}]},
    {"container": "step", "cells": [{"id": "towns", "type": "list-picker", "label": "Towns", "selection": "multiple",
                                     "options": ["Bergen", "Lyon"], "value": ["Bergen", "Lyon"]}]}]}


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server(
            {"workshop": WORKSHOP, "trip": TRIP}, WORKSHOP_SOURCES, options=["--gallery"]))
        cls.gallery = sorted(set(re.findall(r'href="(/gallery/[^"?]+)\?', cls.get("/gallery").decode())))
        cls.paths = [
            *cls.gallery, "/gallery", "/", "/device", "/device?cleared=", "/offline", "/forms/workshop",
            "/forms/workshop/cells/machine", "/nowhere", "/forms/workshop?draft=0123456789abcdef", "/forms/trip",
            "/forms/trip?step=2", "/forms/trip?step=review"]
        visitor = Visitor(cls.server)
        visitor.open("/forms/trip?step=review")
        page = cls.get("/gallery/text-empty")
        # The checker starts once for all pages.
        cls.errors = nu_checker.errors({
            **{path: cls.get(path) for path in cls.paths},
            "receipt": visitor.press("Submit").body,
            **{f"answers {name}": answers_pages.html(name).encode() for name in answers_pages.names()},
            "wrong": page.replace(b"<main>", b"<main><button><a href=x>y</a></button>")})

    @classmethod
    def get(cls, path):
        """A page, whatever its status."""
        try:
            with urllib.request.urlopen(f"{cls.server.url}{path}", timeout=formcells.PATIENCE_SECONDS) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            return error.read()

    def assertNoErrors(self, names):
        for name in names:
            with self.subTest(name):
                self.assertEqual(self.errors[name], [])

    def test_pages_of_the_gallery_and_around_the_forms_are_valid_html(self):
        self.assertGreater(len(self.gallery), 100)
        self.assertNoErrors(self.paths)

    def test_the_receipt_of_a_form_of_steps_is_valid_html(self):
        self.assertNoErrors(["receipt"])

    def test_the_pages_of_answers_are_valid_html(self):
        pages = answers_pages.names()
        self.assertGreater(len(pages), 20)
        self.assertNoErrors([f"answers {name}" for name in pages])

    def test_the_checker_finds_a_wrong_page(self):
        self.assertEqual((self.errors["/gallery/text-empty"], len(self.errors["wrong"])), ([], 1))
