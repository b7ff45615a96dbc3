"""What the checks of deliveries share: programs that record what they receive, and programs that send forms."""

import http.client
import json
import pathlib

from formcells import PATIENCE_SECONDS

FORM = {
    "title": "Report", "sections": [{"cells": [
        {"id": "what", "type": "text", "label": "What"}, {"id": "email", "type": "text", "label": "Address"}]}]}


def send(server, what, form="report", email="", language=None):
    """Sends a form as a program does; returns the submission's id."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE_SECONDS)
    fields = {"Content-Type": "application/json", "Accept": "application/json"}
    if language:
        fields["Accept-Language"] = language
    body = json.dumps({"values": {"what": what, "email": email}})
    connection.request("POST", f"/forms/{form}", body, fields)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    assert answer.status == 201, (answer.status, content)
    return json.loads(content)["id"]


class Program:
    """A shell script in a separate folder. The checks read what it writes to `$OUT`."""

    def __init__(self, folder, name, script):
        self.folder = pathlib.Path(folder) / f"program-{name}"
        self.folder.mkdir()
        self.path = self.folder / "program"
        self.out = self.folder / "out"
        self.write(script)

    def write(self, script):
        new = self.folder / "new"
        new.write_text(f"#!/bin/sh\nOUT={self.out}\n{script}\n")
        new.chmod(0o755)
        new.replace(self.path)

    def lines(self):
        return self.out.read_text().splitlines() if self.out.exists() else []
