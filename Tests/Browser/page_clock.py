"""A proxy between a browser and the tested server. It gives each page a clock that the check controls: timers and answers follow
this clock in any engine, so minutes of typing take only as long as their key presses.

In the page, `pageClock.latency` is the delay of answers in milliseconds. `pageClock.to(time)` advances the clock and returns whether
everything due by then has happened; if not, call it again. `pageClock.rests(element)` works the same way: it scrolls to an element
and returns whether it is drawn at that place, because a browser may press what was there before.
"""

import contextlib
import http.client
import http.server
import threading

SCRIPT = b"""
(() => {
  const real = { fetch: window.fetch, setTimeout: window.setTimeout, clearTimeout: window.clearTimeout };
  const events = [];
  let number = 0;
  let isSettled = true;
  const add = (delay, act) => {
    number -= 1;
    const event = { due: pageClock.now + delay, number, act };
    events.push(event);
    return event;
  };
  // What follows from an event takes a few tasks of its own.
  const settle = (tasks) => {
    isSettled = tasks === 0;
    if (tasks > 0) real.setTimeout.call(window, settle, 0, tasks - 1);
  };
  window.pageErrors = [];
  addEventListener("error", (event) => pageErrors.push(event.message), true);
  addEventListener("unhandledrejection", (event) => pageErrors.push(String(event.reason)));
  window.pageClock = {
    now: 0,
    latency: 0,
    rests(element) {
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top } = element.getBoundingClientRect();
      const place = `${left} ${top}`;
      if (this.place !== place) {
        Object.assign(this, { place, isDrawn: false });
        requestAnimationFrame(() => requestAnimationFrame(() => { this.isDrawn = true; }));
      }
      return this.isDrawn;
    },
    to(time) {
      if (!isSettled) return false;
      events.sort((a, b) => a.due - b.due || b.number - a.number);
      const [first] = events;
      if (!first || first.due > time) {
        this.now = time;
        return true;
      }
      // The answer has not really come.
      if (!first.act) return false;
      this.now = Math.max(this.now, first.due);
      events.shift();
      settle(4);
      first.act();
      return false;
    },
  };
  window.setTimeout = (act, delay = 0, ...rest) =>
    delay > 0 ? add(delay, () => act(...rest)).number : real.setTimeout.call(window, act, 0, ...rest);
  window.clearTimeout = (timer) => {
    if (!(timer < 0)) return real.clearTimeout.call(window, timer);
    const index = events.findIndex((event) => event.number === timer);
    if (index >= 0) events.splice(index, 1);
  };
  window.fetch = (...request) => {
    const event = add(pageClock.latency, null);
    return new Promise((resolve, reject) => {
      real.fetch.apply(window, request).then(async (response) => {
        const { status, ok, url, headers } = response;
        const body = await response.blob();
        const text = await body.text();
        event.act = () => resolve({ status, ok, url, headers, text: async () => text, blob: async () => body });
      }).catch((error) => { event.act = () => reject(error); });
    });
  };
})();
"""
PATIENCE_SECONDS = 30
# Fields that concern only one connection.
OWN = {"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"}


class PageClock:
    """A context manager. `url` is the address of the server's pages with the clock; under `late_url`, their scripts also wait for
    the event `scripts_come`."""

    def __init__(self, server):
        self.server, self.scripts_come = server, threading.Event()
        self.between = []

    def __enter__(self):
        for is_late in (False, True):
            listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler(is_late))
            threading.Thread(target=listener.serve_forever).start()
            self.between.append(listener)
        self.url, self.late_url = (f"http://127.0.0.1:{each.server_port}" for each in self.between)
        return self

    def __exit__(self, *_):
        self.scripts_come.set()
        for listener in self.between:
            listener.shutdown()
            listener.server_close()

    def _handler(self, is_late):
        clock = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                if self.path == "/clock.js":
                    return self.answer(200, [("Content-Type", "text/javascript"), ("Cache-Control", "max-age=600")], SCRIPT)
                if is_late and "/page." in self.path:
                    clock.scripts_come.wait(PATIENCE_SECONDS)
                self.pass_on()

            def do_POST(self):
                self.pass_on(self.rfile.read(int(self.headers["Content-Length"])))

            def pass_on(self, body=None):
                asked = {name: text for name, text in self.headers.items() if name.lower() not in OWN | {"accept-encoding"}}
                connection = http.client.HTTPConnection(clock.server.host, clock.server.port, timeout=PATIENCE_SECONDS)
                with contextlib.closing(connection):
                    connection.request(self.command, self.path, body, asked)
                    response = connection.getresponse()
                    body = response.read()
                fields = [(name, text) for name, text in response.getheaders() if name.lower() not in OWN]
                if is_late and "/page." in self.path:
                    fields = [("Cache-Control", "no-store") if name.lower() == "cache-control" else (name, text) for name, text in fields]
                self.answer(response.status, fields, body.replace(b"<meta", b'<script src="/clock.js"></script><meta', 1))

            def answer(self, status, fields, body):
                # A browser that has moved on stops reading this page.
                with contextlib.suppress(ConnectionError):
                    self.send_response(status)
                    for name, text in [*fields, ("Content-Length", str(len(body)))]:
                        self.send_header(name, text)
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler
