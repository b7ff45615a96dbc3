"""A network between a browser and a server that can be away, and can lose answers."""

import http.client
import http.server
import threading


class WeakNetwork:
    """Forwards HTTP/1.1 to a server, one connection a request. A context manager."""

    def __init__(self, server):
        # Whether nothing gets through.
        self.is_away = False
        # Answers to posts that are lost from now on, after the server has done what was asked.
        self.lost_answers = 0
        # What is asked for at such an address waits until the network goes on.
        self.hanging = None
        self.hanging_count = 0
        self.goes_on = threading.Event()
        # Posts of whole forms that the server has answered, by their paths.
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
        # A browser that has left does not take its answer.
        self.listener.handle_error = lambda *_: None
        self.url = f"http://127.0.0.1:{self.listener.server_port}"

    def __enter__(self):
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown()
        self.listener.server_close()
