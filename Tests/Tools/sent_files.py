"""Posts forms with files, as a program does."""

import http.client
import json
import uuid

from formcells import PATIENCE_SECONDS


def body(pairs, files):
    """The body of a post and its content type, from name-value pairs and (field, file name, bytes)."""
    boundary = "----" + uuid.uuid4().hex
    parts = [(f'name="{name}"', value.encode()) for name, value in pairs]
    parts += [
        (f'name="{field}"; filename="' + name.replace('"', "%22") + '"\r\nContent-Type: application/octet-stream', content)
        for field, name, content in files]
    content = b"".join(
        f"--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + content + b"\r\n" for head, content in parts)
    return content + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def send(server, form, pairs, files):
    """Sends a filled-in form with its files; returns the status and the parsed answer."""
    content, content_type = body(pairs, files)
    connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE_SECONDS)
    try:
        connection.request("POST", f"/forms/{form}", content, {"Content-Type": content_type, "Accept": "application/json"})
        response = connection.getresponse()
        return response.status, json.loads(response.read() or b"null")
    finally:
        connection.close()
