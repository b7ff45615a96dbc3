"""Calculated values against a reference: exact fractions, rounded half to even."""

import json
import random
import unittest
from decimal import Decimal
from fractions import Fraction

from formcells import Server
from visitor import Visitor

FORMS, RESULTS, INPUTS, POSTS = 4, 250, 12, 10
DECIMALS = 2


def rounded(number, decimals):
    # Python rounds fractions half to even.
    return round(number, decimals)


class Expressions:
    """Random expressions over number cells, each with a function that computes its value, or None if it is empty."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def operand(self):
        if self.random.random() < 0.3:
            digits = f"{self.random.randrange(1000)}.{self.random.randrange(100):02}"
            return digits, lambda values: Fraction(digits)
        name = f"a{self.random.randrange(INPUTS)}"
        return name, lambda values: values[name]

    def number(self, depth):
        if depth == 0:
            return self.operand()
        kind = self.random.choice(["+", "-", "*", "/", "sum", "min", "max", "average", "if", "round", "negative"])
        parts = [self.number(depth - 1) for _ in range(self.random.randint(2, 3))]
        (one, first), (other, second) = parts[:2]
        if kind in "+-*/":
            return f"({one} {kind} {other})", lambda values: self.both(kind, first(values), second(values))
        if kind == "negative":
            return f"(-{one})", lambda values: None if first(values) is None else -first(values)
        if kind == "round":
            def value(values):
                return None if first(values) is None else rounded(first(values), 1)
            return f"round({one}, 1)", value
        if kind == "if":
            comparison = self.random.choice(["<", "<=", ">", ">=", "=", "!="])
            third = self.number(depth - 1)

            def value(values):
                left, right = first(values), second(values)
                if left is None or right is None:
                    return None
                holds = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right,
                         "=": left == right, "!=": left != right}[comparison]
                return third[1](values) if holds else left
            return f"if({one} {comparison} {other}, {third[0]}, {one})", value

        def value(values):
            numbers = [part(values) for _, part in parts]
            if kind == "sum":
                return sum(number or 0 for number in numbers)
            if None in numbers:
                return None
            return {"min": min, "max": max, "average": lambda all: sum(all) / len(all)}[kind](numbers)
        return f"{kind}({', '.join(text for text, _ in parts)})", value

    @staticmethod
    def both(kind, first, second):
        if first is None or second is None or kind == "/" and second == 0:
            return None
        return {"+": lambda: first + second, "-": lambda: first - second, "*": lambda: first * second,
                "/": lambda: first / second}[kind]()


class CalculationChecks(unittest.TestCase):
    def test_ten_thousand_calculated_values_equal_the_reference(self):
        forms, references = {}, {}
        for index in range(FORMS):
            expressions = Expressions(index)
            results = [expressions.number(index % 4) for _ in range(RESULTS)]
            references[f"f{index}"] = results
            cells = [{"id": f"a{at}", "type": "number", "label": f"A{at}", "decimals": 2} for at in range(INPUTS)]
            cells += [
                {"id": f"r{at}", "type": "number", "label": f"R{at}", "decimals": DECIMALS,
                 "calculate": f"round({text}, {DECIMALS})"} for at, (text, _) in enumerate(results)]
            forms[f"f{index}"] = {"title": "F", "sections": [{"cells": cells}]}
        compared = filled = 0
        with Server(forms) as server:
            for name, results in references.items():
                numbers = random.Random(name)
                for _ in range(POSTS):
                    values = {
                        f"a{at}": None if numbers.random() < 0.15 else Decimal(numbers.randint(-9999, 9999)) / 100
                        for at in range(INPUTS)}
                    text = ", ".join(f'"{id}": {"null" if value is None else value}' for id, value in values.items())
                    visitor = Visitor(server, {"Accept": "application/json", "Content-Type": "application/json"})
                    status, _, body = visitor.request("POST", f"/forms/{name}", '{"values": {' + text + "}}")
                    self.assertEqual(status, 201, body)
                    line = (server.data / f"submissions/{name}.jsonl").read_text().splitlines()[-1]
                    sent = json.loads(line, parse_float=Fraction, parse_int=Fraction)["values"]
                    exact = {id: None if value is None else Fraction(value) for id, value in values.items()}
                    for at, (text, value) in enumerate(results):
                        expected = value(exact)
                        if expected is not None:
                            expected = rounded(expected, DECIMALS)
                            filled += 1
                        self.assertEqual(sent[f"r{at}"], expected, (text, values))
                        compared += 1
        self.assertEqual(compared, FORMS * RESULTS * POSTS)
        self.assertGreater(filled, compared / 3)
