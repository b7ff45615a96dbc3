"""A proxy between a browser and the tested server that adds a script before those of each page. It records the errors that the
page's scripts throw, in any engine.

In the page, `pageErrors` are the errors so far, and `hasStarted` tells whether all scripts have started.
"""

import contextlib
import http.client
import http.server
import threading

SCRIPT = b"""
window.pageErrors = [];
window.hasStarted = false;
addEventListener("error", (event) => pageErrors.push(event.message || `not loaded: ${event.target.src}`), true);
addEventListener("unhandledrejection", (event) => pageErrors.push(String(event.reason)));
// The first script stops holding early submits when the rest has taken over.
const remove = document.removeEventListener;
document.removeEventListener = function (name, ...rest) {
  if (name === "submit") window.hasStarted = true;
  remove.call(this, name, ...rest);
};
"""
PATIENCE_SECONDS = 30


@contextlib.contextmanager
def probing(server):
    """The address at which the pages of `server` come with the added script."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            # When a check ends, the server or the browser may be gone already, or the browser may have moved to another page.
            with contextlib.suppress(ConnectionError):
                self.relay()

        def relay(self):
            if self.path == "/probe.js":
                return self.answer(200, {"Content-Type": "text/javascript", "Cache-Control": "max-age=600"}, SCRIPT)
            connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE_SECONDS)
            with contextlib.closing(connection):
                connection.request("GET", self.path)
                response = connection.getresponse()
                body = response.read()
                kept = {name: response.headers[name] for name in ("Content-Type", "Content-Security-Policy", "Cache-Control")
                        if name in response.headers}
                self.answer(response.status, kept, body.replace(b"<meta", b'<script src="/probe.js"></script><meta', 1))

        def answer(self, status, fields, body):
            self.send_response(status)
            for name, value in {**fields, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    between = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=between.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{between.server_port}"
    finally:
        between.shutdown()
        thread.join()
        between.server_close()
