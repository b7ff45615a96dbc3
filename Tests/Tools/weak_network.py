"""A network between a browser and a server. It can be down, and it can lose answers."""

import http.client
import http.server
import threading


class WeakNetwork:
    """Forwards HTTP/1.1 to a server, one connection per request. A context manager."""

    def __init__(self, server):
        # Whether the network is down.
        self.is_away = False
        # How many of the next answers to posts are lost after the server has handled the post.
        self.lost_answers = 0
        # Requests for this address wait until the network continues.
        self.hanging = None
        self.hanging_count = 0
        self.goes_on = threading.Event()
        # The paths of whole-form posts that the server has answered.
        self.posts = []

        class Handler(http.server.BaseHTTPRequestHandler):
            network = self
            protocol_version = "HTTP/1.1"

            def forward(self):
                network = self.network
                if network.is_away:
                    self.close_connection = True
                    return
                if self.command == "GET" and network.hanging and network.hanging in self.path:
                    network.hanging_count += 1
                    network.goes_on.wait(60)
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length) if length else None
                upstream = http.client.HTTPConnection(server.host, server.port, timeout=30)
                upstream.request(self.command, self.path, body, dict(self.headers))
                answer = upstream.getresponse()
                content = answer.read()
                upstream.close()
                self.close_connection = True
                if self.command == "POST" and body and b"_do=save" not in body:
                    network.posts.append(self.path)
                    if network.lost_answers > 0:
                        network.lost_answers -= 1
                        return
                self.send_response_only(answer.status, answer.reason)
                for name, value in answer.getheaders():
                    if name.lower() not in ("transfer-encoding", "connection", "content-length", "keep-alive"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.send_header("Connection", "close")
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(content)

            do_GET = do_POST = do_HEAD = forward

            def log_message(self, *_):
                pass

        self.listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.listener.daemon_threads = True
        # A browser that has left the page reads no answer; that is not an error.
        self.listener.handle_error = lambda *_: None
        self.url = f"http://127.0.0.1:{self.listener.server_port}"

    def __enter__(self):
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown()
        self.listener.server_close()
