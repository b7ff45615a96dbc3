"""The measured work in plain Flask under Debian's gunicorn; STATE names the JSON file that table.py writes."""

import gzip
import json
import os

from flask import Flask, abort, make_response, redirect, render_template, request

with open(os.environ["STATE"], encoding="utf-8") as file:
    state = json.load(file)
form, sessions = state["form"], state["sessions"]
cells = {cell["id"]: cell for section in form["sections"] for cell in section["cells"]}
labels = {id: {option["value"]: option["label"] for option in cell["options"]} for id, cell in cells.items() if "options" in cell}
app = Flask(__name__, template_folder=os.path.dirname(os.path.abspath(__file__)))
app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def session():
    """The session of the requesting visitor."""
    return sessions.get(request.cookies.get("session")) or abort(403)


def answer(template, **more):
    body = render_template(template, form=form, cells=cells, labels=labels, session=session(), **more).encode()
    response = make_response()
    response.headers["Cache-Control"] = "no-store"
    if "gzip" in request.accept_encodings:
        body = gzip.compress(body, 6)
        response.headers["Content-Encoding"] = "gzip"
    response.set_data(body)
    return response


@app.get("/forms/expense")
def form_page():
    return answer("form.html")


@app.get("/forms/expense/cells/<id>")
def picker_page(id):
    return answer("picker.html", picker=cells[id], selected=session()["values"][id])


@app.post("/forms/expense")
def change():
    values = session()["values"]
    for name, text in request.form.items():
        cell = cells.get(name)
        if name == "_change":
            id, _, criterion = text.split(":")
            found = next(each for each in values[id] if each["id"] == criterion)
            found["direction"] = "descending" if found["direction"] == "ascending" else "ascending"
        elif cell is None or (cell["type"] == "password" and not text):
            continue
        elif "criteria" in cell:
            parts = [part.split(":") for part in text.split(",")]
            values[name] = [{"id": id, "direction": direction} for id, _, direction in parts]
        elif "options" in cell:
            values[name] = [value for value in text.split(",")[1:] if value in labels[name]]
        else:
            values[name] = text.strip()
    return redirect("/forms/expense#sortorder_date_direction", 303)
