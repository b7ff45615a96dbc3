"""Forms in a frame of another page: which pages may embed them, and what the cookie contains then."""

import unittest

from formcells import Server, run
from sample_forms import SMALL
from visitor import Visitor

HTTPS = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "forms.example"}


class FrameChecks(unittest.TestCase):
    cost = 3

    def answers(self, server, headers):
        """The policies of a page, of the answer to a post and of an error page; and the cookie's attributes."""
        visitor = Visitor(server)
        policies, cookie = set(), None
        for method, path, body in (
                ("GET", "/forms/small", None), ("POST", "/forms/small", b"_do=submit"), ("GET", "/forms/nothing", None)):
            _, fields, _ = visitor.request(
                method, server.url + path, body,
                {"Content-Type": "application/x-www-form-urlencoded", **headers})
            policy = fields["Content-Security-Policy"]
            policies.add(policy[policy.index("frame-ancestors"):])
            cookie = fields["Set-Cookie"] or cookie
        return policies, cookie.partition("; ")[2]

    def test_frame_ancestors_sets_the_policy_and_the_cookies_attributes(self):
        for origins, policy, cookie in (
                (None, "frame-ancestors 'none'", "Path=/; HttpOnly; Secure; SameSite=Lax"),
                ("self", "frame-ancestors 'self'", "Path=/; HttpOnly; Secure; SameSite=Lax"),
                ("self,https://www.example.com", "frame-ancestors 'self' https://www.example.com",
                 "Path=/; HttpOnly; Secure; SameSite=None; Partitioned")):
            with self.subTest(origins=origins):
                options = ["--trust-proxy"] + (["--frame-ancestors", origins] if origins else [])
                with Server({"small": SMALL}, options=options) as server:
                    self.assertEqual(self.answers(server, HTTPS), ({policy}, cookie))
                    # Browsers refuse that cookie without https.
                    self.assertEqual(self.answers(server, {}), ({policy}, "Path=/; HttpOnly; SameSite=Lax"))

    def test_a_post_from_the_embedding_page_is_refused(self):
        with Server({"small": SMALL}, options=["--frame-ancestors", "https://www.example.com"]) as server:
            status, _, _ = Visitor(server).request(
                "POST", server.url + "/forms/small", b"_do=submit",
                {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "cross-site",
                 "Origin": "https://www.example.com"})
            self.assertEqual(status, 403)

    def test_frame_ancestors_that_are_not_origins_are_wrong_usage(self):
        for wrong in ("*", "example.com", "https://example.com/page", "none,self", "https://a; script-src *"):
            with self.subTest(wrong=wrong):
                refused = run("serve", "--frame-ancestors", wrong)
                self.assertEqual(refused.returncode, 2)
                self.assertIn(b"https://www.example.com", refused.stderr)
