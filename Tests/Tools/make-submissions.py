#!/usr/bin/env python3
"""Writes submissions of a form with twelve cells, the same in every run: python3 make-submissions.py COUNT > survey.jsonl"""

import datetime
import json
import random
import sys

FIRST = "Ada Grace Alan Edsger Barbara Donald Tony Niklaus Frances Jean José Zoë Jürgen Åsa Łukasz İpek Noor Wei Haruka Olu".split()
LAST = "Lovelace Hopper Turing Dijkstra Liskov Knuth Hoare Wirth Allen Bartik Müller Ångström Nowak Yılmaz Haddad Chen".split()
WORDS = "the room was bright and the food came late but people were kind so we would come again next year thank you".split()


def lines(count):
    chance = random.Random(31)
    start = datetime.datetime(2024, 1, 1)
    for number in range(count):
        first, last = chance.choice(FIRST), chance.choice(LAST)
        at = start + datetime.timedelta(seconds=number * 60 + chance.randrange(60), milliseconds=chance.randrange(1000))
        day = start + datetime.timedelta(days=chance.randrange(700))
        values = {
            "name": f"{first} {last}",
            "email": f"{first.lower()}.{number}@example.org",
            "department": chance.choice(["sales", "research", "kitchen", "garden", "office"]),
            "tags": chance.sample(["quiet", "early", "vegetarian", "family", "parking"], chance.randrange(4)),
            "satisfied": chance.random() < 0.8,
            "rating": chance.randrange(1, 6),
            "total": {"amount": f"{chance.randrange(500000) / 100:.2f}", "currency": "EUR"},
            "nights": chance.randrange(1, 15),
            "arrival": day.strftime("%Y-%m-%d"),
            "time": f"{chance.randrange(24):02}:{chance.choice([0, 15, 30, 45]):02}",
            "service": {"speed": chance.choice(["good", "fair", "poor"]), "price": chance.choice(["good", "fair", None])},
            "comment": " ".join(chance.choices(WORDS, k=chance.randrange(12))),
        }
        yield json.dumps(
            {
                "id": f"{chance.getrandbits(128):032x}", "form": "survey", "version": "0123456789abcdef",
                "submittedAt": at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03}Z", "values": values,
            },
            ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    for line in lines(int(sys.argv[1])):
        print(line)
