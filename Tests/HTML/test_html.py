"""The Nu HTML checker finds no error on any page: every page of the gallery, the sample forms, the pages around them."""

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

    def get(self, path):
        """A page, whatever its status."""
        try:
            with urllib.request.urlopen(f"{self.server.url}{path}", timeout=formcells.PATIENCE_SECONDS) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            return error.read()

    def test_every_page_of_the_gallery_and_the_pages_around_the_forms(self):
        gallery = sorted(set(re.findall(r'href="(/gallery/[^"?]+)\?', self.get("/gallery").decode())))
        self.assertGreater(len(gallery), 100)
        paths = [*gallery, "/gallery", "/", "/device", "/device?cleared=", "/offline", "/forms/workshop",
                 "/forms/workshop/cells/machine", "/nowhere", "/forms/workshop?draft=0123456789abcdef", "/forms/trip",
                 "/forms/trip?step=2", "/forms/trip?step=review"]
        for path, errors in nu_checker.errors({path: self.get(path) for path in paths}).items():
            with self.subTest(path):
                self.assertEqual(errors, [])

    def test_the_receipt_of_a_form_of_several_pages(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/trip?step=review")
        receipt = visitor.press("Submit")
        self.assertEqual(nu_checker.errors({"receipt": receipt.body}), {"receipt": []})

    def test_every_page_of_the_answers(self):
        pages = {name: answers_pages.html(name).encode() for name in answers_pages.names()}
        self.assertGreater(len(pages), 20)
        for name, errors in nu_checker.errors(pages).items():
            with self.subTest(name):
                self.assertEqual(errors, [])

    def test_the_checker_finds_a_mistake(self):
        page = self.get("/gallery/text-empty")
        wrong = page.replace(b"<main>", b"<main><button><a href=x>y</a></button>")
        found = nu_checker.errors({"right": page, "wrong": wrong})
        self.assertEqual((found["right"], len(found["wrong"])), ([], 1))
