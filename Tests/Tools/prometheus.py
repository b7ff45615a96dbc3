"""Parses metrics in Prometheus' text format, version 0.0.4, and rejects anything invalid."""

import re
import socket
import urllib.request

from formcells import PATIENCE_SECONDS

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"'
SAMPLE = re.compile(rf"({NAME})(?:\{{({LABEL}(?:,{LABEL})*)\}})? (\S+)")


class Family:
    """One metric: its kind, its help text, and a value for each set of labels."""

    def __init__(self, name, text):
        self.name, self.help, self.kind = name, text, None
        self.samples = {}

    def values(self, suffix=""):
        return {labels: value for (name, labels), value in self.samples.items() if name == self.name + suffix}

    def value(self, **labels):
        return self.samples[self.name, tuple(sorted(labels.items()))]


def parse(text):
    """The metrics by name; an AssertionError names an invalid line."""
    assert text.endswith("\n"), "the last line has no end"
    families, current = {}, None
    for line in text.splitlines():
        if found := re.fullmatch(rf"# HELP ({NAME}) (\S.*)", line):
            assert found[1] not in families, f"a second time: {line}"
            current = families[found[1]] = Family(found[1], found[2])
        elif found := re.fullmatch(rf"# TYPE ({NAME}) (counter|gauge|histogram)", line):
            assert current and current.name == found[1] and current.kind is None and not current.samples, line
            current.kind = found[2]
        else:
            found = SAMPLE.fullmatch(line)
            assert found and current and current.kind, f"no sample: {line}"
            suffixes = ["_bucket", "_sum", "_count"] if current.kind == "histogram" else [""]
            assert found[1] in [current.name + suffix for suffix in suffixes], f"not of {current.name}: {line}"
            pairs = re.findall(LABEL, found[2] or "")
            key = found[1], tuple(sorted(pairs))
            assert len(dict(pairs)) == len(pairs) and key not in current.samples, f"a second time: {line}"
            current.samples[key] = float(found[len(found.groups())])
    for family in families.values():
        assert family.kind, family.name
        assert family.kind != "counter" or family.name.endswith("_total"), family.name
        if family.kind == "histogram":
            check_histogram(family)
    return families


def check_histogram(family):
    series = {}
    for labels, value in family.values("_bucket").items():
        bound = float(dict(labels)["le"])
        series.setdefault(tuple(pair for pair in labels if pair[0] != "le"), []).append((bound, value))
    counts = family.values("_count")
    assert set(series) == set(counts) == set(family.values("_sum")), family.name
    for labels, buckets in series.items():
        assert buckets == sorted(buckets), f"{family.name}: bounds or counts go down"
        assert buckets[-1] == (float("inf"), counts[labels]), f"{family.name}: the last bucket is not all"


def free_address():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return "127.0.0.1:%d" % free.getsockname()[1]


def read(address):
    with urllib.request.urlopen(f"http://{address}/metrics", timeout=PATIENCE_SECONDS) as answer:
        assert answer.headers["Content-Type"] == "text/plain; version=0.0.4", answer.headers["Content-Type"]
        return parse(answer.read().decode())
