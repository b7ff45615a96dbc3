"""`serve --deliver`: each submission goes to each destination, and `formcells outbox` lists what waits."""

import json
import tempfile
import unittest

from deliveries import FORM, Program, send
from formcells import PROGRAM, Server, run, wait_until

IDS = 'cat >/dev/null; echo "$FORMCELLS_ID" >>"$OUT"'


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory(prefix="formcells-"))

    def program(self, name, script):
        return Program(self.folder, name, script)

    def serve(self, *options, environment=None, forms=None):
        return self.enterContext(Server(forms or {"report": FORM}, options=options, environment=environment))

    def outbox(self, server, *words):
        result = run("outbox", *words, "--data", server.data)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.decode()

    def entries(self, server, *words):
        return [json.loads(line) for line in self.outbox(server, "list", "--format", "json", *words).splitlines()]


class DeliveryChecks(Case):
    def test_a_destination_gets_the_line_and_its_settings_but_not_the_servers(self):
        program = self.program("all", 'cat >"$OUT.line"; env >"$OUT.new"; mv "$OUT.new" "$OUT"')
        server = self.serve(
            "--deliver", f"an-office={program.path}", environment={
                "FORMCELLS_DELIVER_AN_OFFICE_KEY": "of this one", "SECRET": "of the server",
                "FORMCELLS_SESSIONS": "memory"})
        sent = send(server, "a")
        wait_until(program.out.exists, "a delivery")
        self.assertEqual((program.folder / "out.line").read_bytes(), (server.data / "submissions/report.jsonl").read_bytes())
        environment = dict(line.split("=", 1) for line in program.lines())
        definition = environment.pop("FORMCELLS_DEFINITION")
        self.assertEqual(json.loads((server.data.parent / definition).read_text())["title"], "Report")
        for name in ("PWD", "OLDPWD", "SHLVL", "_"):
            environment.pop(name, None)
        self.assertEqual(environment, {
            "FORMCELLS_FORM": "report", "FORMCELLS_ID": sent, "FORMCELLS_LANGUAGE": "en-US", "FORMCELLS_TEXT": "/dev/fd/3",
            "FORMCELLS_DESTINATION": "an-office", "KEY": "of this one", "LC_ALL": "C.UTF-8",
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"})

    def test_a_delivery_names_the_language_of_the_visitors_pages(self):
        text = {"en": "Report", "de": "Bericht"}
        form = {"title": text, "sections": [{"cells": [
            {"id": "what", "type": "text", "label": text}, {"id": "email", "type": "text", "label": text}]}]}
        program = self.program("language", 'cat >/dev/null; echo "$FORMCELLS_LANGUAGE" >>"$OUT"')
        server = self.serve("--deliver", f"a={program.path}", "--deliver-in-order", forms={"report": form})
        send(server, "1", language="de")
        send(server, "2", language="en")
        wait_until(lambda: len(program.lines()) == 2, "two deliveries")
        self.assertEqual(program.lines()[0], "de")
        self.assertIn(program.lines()[1], ("en", "en-US"))
        first, second = server.submissions("report")
        self.assertEqual(first["language"], "de")
        self.assertNotIn("language", second)

    def test_destinations_that_hang_flood_crash_or_are_missing_delay_no_other_one(self):
        good = self.program("good", IDS)
        hanging = self.program("hanging", 'exec 2>/dev/null; echo started >>"$OUT"; while :; do sleep 1000; done')
        flood = self.program("flood", "yes >&2")
        crashing = self.program("crashing", "kill -SEGV $$")
        gone = self.program("gone", IDS)
        programs = {"good": good, "hanging": hanging, "flood": flood, "crashing": crashing, "gone": gone}
        server = self.serve(
            "--metrics", "127.0.0.1:0", *(f"--deliver={name}={program.path}" for name, program in programs.items()))
        gone.path.unlink()
        sent = {send(server, str(number)) for number in range(12)}
        wait_until(lambda: set(good.lines()) == sent, "all are delivered to the good one")
        wait_until(lambda: len(hanging.lines()) == 4, "four programs at once")
        def reasons():
            return {each["destination"]: each["reason"] for each in self.entries(server) if each["reason"]}
        wait_until(lambda: len(reasons()) == 3, "three reasons")
        self.assertEqual(reasons(), {
            "flood": "it wrote more than 1 MiB of errors and was ended", "crashing": "it was ended by signal 11",
            "gone": f"{gone.path}: No such file or directory"})
        self.assertEqual(len(self.entries(server, "hanging")), 12)
        # A program that exists again is used again.
        gone.write(IDS)
        wait_until(lambda: set(gone.lines()) == sent, "all are delivered to the one that was gone")
        log = server.log_text()
        self.assertEqual(log.count("error: delivery to gone"), 1, log)
        wait_until(lambda: "delivery to gone: no failed deliveries are left to retry" in server.log_text(), "the recovery is told")
        self.assertEqual(server.terminate(), 0)

    def test_a_permanent_failure_is_not_retried_and_is_logged(self):
        program = self.program("picky", 'cat >/dev/null; echo "$FORMCELLS_ID" >>"$OUT"; echo "of no use" >&2; exit 65')
        server = self.serve("--deliver", f"a={program.path}")
        sent = send(server, "1")
        wait_until(lambda: f"delivery to a: report: {sent}: of no use; giving up" in server.log_text(), "the log says so")
        self.assertEqual((program.lines(), self.entries(server)), ([sent], []))

    def test_after_a_restart_only_waiting_submissions_are_delivered(self):
        down = self.program("down", "echo the receiver is down >&2; exit 1")
        server = self.serve("--deliver", f"crm={down.path}")
        sent = [send(server, str(number)) for number in range(3)]
        wait_until(lambda: sum(each["attempts"] > 0 for each in self.entries(server)) == 3, "three attempts")
        self.assertEqual(server.terminate(), 0)
        self.assertEqual({each["reason"] for each in self.entries(server)}, {"the receiver is down"})
        down.write(IDS)
        server.start()
        wait_until(lambda: set(down.lines()) == set(sent), "all are delivered")
        wait_until(lambda: self.entries(server) == [], "nothing waits")
        server.restart()
        last = send(server, "last")
        wait_until(lambda: last in down.lines(), "another delivery")
        self.assertEqual(sorted(down.lines()), sorted([*sent, last]))

    def test_in_order_a_failure_delays_later_submissions_of_its_destination_only(self):
        first = self.program("first", 'cat >/dev/null; [ -e "$OUT.go" ] || exit 1; echo "$FORMCELLS_ID" >>"$OUT"')
        second = self.program("second", IDS)
        server = self.serve("--deliver", f"a={first.path}", "--deliver", f"b={second.path}", "--deliver-in-order")
        sent = [send(server, str(number)) for number in range(10)]
        wait_until(lambda: second.lines() == sent, "the other one has all, in order")
        self.assertEqual(sum(each["attempts"] > 0 for each in self.entries(server, "a")), 1)
        (first.folder / "out.go").touch()
        wait_until(lambda: first.lines() == sent, "all in order")

    def test_after_a_take_over_each_submission_is_delivered_once(self):
        program = self.program("a", IDS)
        server = self.serve("--deliver", f"a={program.path}", "--take-over")
        sent = [send(server, "1")]
        wait_until(lambda: program.lines() == sent, "a delivery")
        old = server.process
        server.start()
        self.assertEqual(old.wait(60), 0)
        sent += [send(server, str(number)) for number in range(2, 6)]
        wait_until(lambda: len(program.lines()) >= 5, "further deliveries")
        self.assertEqual(sorted(program.lines()), sorted(sent))

    def test_wrong_usage_of_deliver_is_explained(self):
        def said(*options, environment=None):
            result = run("serve", "--port", "0", "--data", f"{self.folder}/data", *options, environment=environment)
            self.assertEqual(result.returncode, 2, result)
            return result.stderr.decode()

        self.assertIn("'office' is not NAME=PROGRAM", said("--deliver", "office"))
        self.assertIn("'Office=mail' is not NAME=PROGRAM", said("--deliver", "Office=mail"))
        self.assertIn("neither a program that can be run nor one of mail and webhook", said("--deliver", "a=/etc/passwd"))
        self.assertIn("'a' is given twice", said("--deliver", "a=mail", "--deliver", "a=webhook"))
        self.assertIn("no destination", said("--deliver-in-order"))
        self.assertIn(
            "FORMCELLS_DELIVER_OFICE_MAIL_TO in the environment belongs to no destination: the names begin with "
            "FORMCELLS_DELIVER_OFFICE_",
            said("--deliver", "office=mail", environment={"FORMCELLS_DELIVER_OFICE_MAIL_TO": "a@b.example"}))
        self.assertIn("FORMCELLS_DELIVER", said(environment={"FORMCELLS_DELIVER": "x"}))


class OutboxChecks(Case):
    def test_outbox_retries_and_drops_while_a_server_runs_and_erasing_drops_too(self):
        program = self.program("a", 'cat >/dev/null; echo "no $FORMCELLS_ID" >&2; exit 1')
        server = self.serve("--deliver", f"a={program.path}")
        sent = [send(server, f"secret {number}") for number in range(4)]
        wait_until(lambda: sum(each["attempts"] > 0 for each in self.entries(server)) == 4, "four attempts")
        self.assertEqual(self.outbox(server, "drop", "a", "--id", sent[0], "--id", sent[1], "--yes"), "dropped: 2\n")
        erased = run("erase", "report", "--id", sent[2], "--yes", "--data", server.data)
        self.assertEqual(erased.returncode, 0, erased.stderr)
        self.assertEqual([each["id"] for each in self.entries(server)], [sent[3]])
        self.assertNotIn(sent[2], (server.data / "outbox/a.jsonl").read_text())
        # Before or during the next attempt.
        wait_until(lambda: f"report: {sent[2]} was erased" in server.log_text(), "the log says so")
        program.write(IDS)
        self.assertEqual(self.outbox(server, "retry"), "tried again now: 1\n")
        wait_until(lambda: program.lines() == [sent[3]], "the last one")

    def test_a_destinations_program_can_run_formcells_export(self):
        program = self.program("a", f'cat >/dev/null; {PROGRAM} export "$FORMCELLS_FORM" --format jsonl --data "$DATA" >"$OUT.new" && mv "$OUT.new" "$OUT"')
        server = self.enterContext(Server({"report": FORM}, options=["--deliver", f"a={program.path}"]))
        server.kill()
        server.environment = {"FORMCELLS_DELIVER_A_DATA": str(server.data)}
        server.start()
        sent = send(server, "1")
        wait_until(program.out.exists, "an export")
        self.assertEqual(json.loads(program.lines()[0])["id"], sent)

    def test_outbox_lists_retries_and_drops_without_a_server(self):
        program = self.program("a", "cat >/dev/null; echo no >&2; exit 1")
        server = self.serve("--deliver", f"a={program.path}")
        sent = [send(server, str(number)) for number in range(3)]
        wait_until(lambda: sum(each["attempts"] > 0 for each in self.entries(server)) == 3, "three attempts")
        self.assertEqual(server.terminate(), 0)
        lines = [line.split("\t") for line in self.outbox(server).splitlines()]
        self.assertEqual(lines[0][:3], ["destination", "form", "id"])
        self.assertEqual({(line[0], line[1], line[2], line[6]) for line in lines[1:]}, {("a", "report", id, "no") for id in sent})
        self.assertEqual(self.outbox(server, "retry", "a", "--id", sent[0]), "tried again now: 1\n")
        self.assertEqual([each["id"] for each in self.entries(server) if each["next"] is None], [sent[0]])
        refused = run("outbox", "drop", "a", "--all", "--data", server.data)
        self.assertEqual((refused.returncode, refused.stdout), (1, b""))
        self.assertIn(b"--yes", refused.stderr)
        self.assertEqual(self.outbox(server, "drop", "a", "--id", sent[1], "--yes"), "dropped: 1\n")
        self.assertEqual({each["id"] for each in self.entries(server)}, {sent[0], sent[2]})
        self.assertEqual(run("outbox", "drop", "a", "--id", sent[1], "--yes", "--data", server.data).returncode, 1)
        self.assertEqual(run("outbox", "drop", "b", "--all", "--yes", "--data", server.data).returncode, 1)
        program.write(IDS)
        server.start()
        wait_until(lambda: len(program.lines()) == 2, "what was not dropped")
        self.assertEqual(set(program.lines()), {sent[0], sent[2]})

    def test_wrong_usage_of_outbox_is_refused(self):
        for words in (
                ["drop"], ["drop", "a"], ["drop", "a", "--all", "--id", "0" * 32], ["retry", "--id", "x"], ["list", "--all"],
                ["retry", "--format", "json"], ["try"], ["list", "A"]):
            result = run("outbox", *words, "--data", self.folder)
            self.assertEqual(result.returncode, 2, (words, result))
        result = run("outbox", "--data", f"{self.folder}/none")
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"there is no such folder", result.stderr)
