"""Hostile requests to the web app over plain sockets: bounded memory and time, no foreign access."""
import contextlib
import json
import os
import re
import shutil
import socket
import time
import unittest
import urllib.parse

from world import System

SLOW_CONNECTIONS = 200
MEGABYTE = 1 << 20


class HostileRequestTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.system = System()
        cls.addClassCleanup(cls.system.close)
        cls.system.run("activity", "add", "Floss", "--daily")
        cls.locate()
        cls.cookie = cls.sign_in()

    @classmethod
    def locate(cls):
        url = urllib.parse.urlsplit(cls.system.address)
        cls.endpoint = (url.hostname, url.port)
        cls.host = url.netloc

    @classmethod
    def sign_in(cls):
        path = urllib.parse.urlsplit(cls.system.link()).path
        answer = cls.ask(f"POST {path} HTTP/1.1", "Content-Length: 0")
        return re.search(rb"dayline=\w+", answer).group().decode()

    @classmethod
    def connect(cls):
        return socket.create_connection(cls.endpoint, timeout=20)

    @classmethod
    def ask(cls, line, *headers, body=b"", host=None):
        """The bytes of the answer to a request on a connection of its own; empty if it was closed."""
        lines = [line, f"Host: {host or cls.host}", "Connection: close", *headers, "", ""]
        with cls.connect() as connection:
            try:
                connection.sendall("\r\n".join(lines).encode() + body)
                return cls.read_to_end(connection)
            except (ConnectionResetError, BrokenPipeError):
                return b""

    @staticmethod
    def read_to_end(connection):
        answer = b""
        while True:
            try:
                part = connection.recv(1 << 16)
            except ConnectionResetError:
                return answer
            if not part:
                return answer
            answer += part

    @staticmethod
    def status(answer):
        return int(answer.split(b" ", 2)[1]) if answer else None

    def page(self, path="/", **options):
        return self.ask(f"GET {path} HTTP/1.1", f"Cookie: {self.cookie}", **options)

    def token(self):
        return re.search(rb'name="csrf" value="(\w+)"', self.page()).group(1).decode()

    def gateway(self):
        return next(
            worker["pid"] for worker in self.system.json("status")["workers"] if worker["name"] == "web")

    def memory(self):
        """The bytes of memory of the gateway."""
        with open(f"/proc/{self.gateway()}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def tearDown(self):
        self.assertEqual(self.status(self.page()), 200)

    def test_only_names_of_this_machine_reach_the_app(self):
        port = self.endpoint[1]
        for host in ("evil.example", f"evil.example:{port}", f"127.0.0.1:{port + 1}", "127.0.0.1",
                     f"localhost.evil.example:{port}", f"127.0.0.1:{port}@evil.example"):
            self.assertIn(self.status(self.page(host=host)), (400, 421), host)
        with self.connect() as connection:
            connection.sendall(b"GET / HTTP/1.0\r\nCookie: " + self.cookie.encode() + b"\r\n\r\n")
            connection.settimeout(1)
            # There is no answer, or a refusal.
            with contextlib.suppress(TimeoutError):
                self.assertIn(self.status(self.read_to_end(connection)), (None, 400, 421))

    def test_a_form_of_another_origin_changes_nothing(self):
        body = f"csrf={self.token()}".encode()
        for header in ("Origin: https://evil.example", "Origin: null", f"Origin: http://{self.host}.evil.example",
                       "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"):
            answer = self.ask(
                "POST /undo HTTP/1.1", f"Cookie: {self.cookie}", header, f"Content-Length: {len(body)}", body=body)
            self.assertEqual(self.status(answer), 403, header)
        self.assertEqual(len(self.system.json("activity", "list")["activities"]), 1)

    def test_a_form_without_its_token_is_refused_on_every_path(self):
        for path in ("/undo", "/day/2026-01-01/log", "/settings", "/activities/new", "/goals/new", "/weight"):
            answer = self.ask(f"POST {path} HTTP/1.1", f"Cookie: {self.cookie}", "Content-Length: 0")
            self.assertIn(self.status(answer), (403, 404), path)

    def test_a_login_link_cannot_be_used_again(self):
        path = urllib.parse.urlsplit(self.system.link()).path
        self.assertEqual(self.status(self.ask(f"POST {path} HTTP/1.1", "Content-Length: 0")), 303)
        replayed = self.ask(f"POST {path} HTTP/1.1", "Content-Length: 0")
        self.assertEqual(self.status(replayed), 410)
        self.assertNotIn(b"set-cookie", replayed.lower())

    def test_an_expired_session_is_refused(self):
        cookie = self.sign_in()
        found = [
            os.path.join(folder, name) for folder, _, names in os.walk(self.system.home)
            for name in names if "session" in name and name.endswith(".json")]
        self.assertEqual(len(found), 1)
        with open(found[0], encoding="utf-8") as file:
            document = json.load(file)
        self.assertNotIn(cookie.split("=")[1], json.dumps(document))
        self.assertEqual(os.stat(found[0]).st_mode & 0o777, 0o600)
        document["sessions"][-1]["used"] -= 91 * 86_400
        with open(found[0], "w", encoding="utf-8") as file:
            json.dump(document, file)
        self.system.run("restart", "web")
        self.locate()
        answer = self.ask("GET / HTTP/1.1", f"Cookie: {cookie}")
        self.assertIn(b"/login", answer.split(b"\r\n\r\n")[0])
        self.assertEqual(self.status(answer), 303)

    def test_no_path_leads_out_of_the_assets(self):
        assets = re.search(rb"/assets/\w+", self.page()).group().decode()
        for path in ("/../../../../../../etc/passwd", f"{assets}/../../../plugin.json",
                     f"{assets}/%2e%2e/%2e%2e/plugin.json", f"{assets}/..%2f..%2fplugin.json",
                     f"{assets}/....//plugin.json", f"{assets}//etc/passwd", f"{assets}/js/%00.js",
                     f"{assets}/..\\plugin.json", "/login/../../etc/passwd"):
            answer = self.page(path)
            self.assertIn(self.status(answer), (400, 404, 410), path)
            self.assertNotIn(b"root:", answer)
            self.assertNotIn(b'"executable"', answer)

    def test_line_breaks_in_a_query_add_no_header(self):
        for path in ("/day?date=2026-01-01%0d%0aX-Added:%201", "/login/x%0d%0aX-Added:%201",
                     "/activities?q=%0d%0aX-Added:%201", "/trends/stepCount.csv%0d%0aX-Added:%201"):
            head = self.page(path).split(b"\r\n\r\n")[0]
            self.assertNotIn(b"\nX-Added", head, path)

    def test_malformed_requests_are_refused(self):
        for request in (
                b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01", b"GET /\x00 HTTP/1.1\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost: " + self.host.encode() + b"\r\nBad Header: 1\r\n\r\n",
                b"POST /undo HTTP/1.1\r\nHost: " + self.host.encode()
                + b"\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                b"POST /undo HTTP/1.1\r\nHost: " + self.host.encode() + b"\r\nContent-Length: -1\r\n\r\n"):
            with self.subTest(request=request[:60]), self.connect() as connection:
                connection.settimeout(1)
                connection.sendall(request)
                try:
                    answer = self.read_to_end(connection)
                except TimeoutError:
                    continue
                self.assertIn(self.status(answer), (None, 400, 401, 403, 421, 505))
        for method in ("PUT", "DELETE", "TRACE", "OPTIONS", "PATCH", "CONNECT"):
            answer = self.ask(f"{method} / HTTP/1.1", f"Cookie: {self.cookie}")
            self.assertIn(self.status(answer), (400, 404, 405), method)

    def test_large_heads_and_bodies_are_refused_in_bounded_memory(self):
        before = self.memory()
        head = self.ask("GET / HTTP/1.1", "X-Large: " + "a" * (2 * MEGABYTE))
        self.assertIn(self.status(head), (None, 400, 431))
        path = self.page("/activities?q=" + "a" * MEGABYTE)
        self.assertIn(self.status(path), (None, 400, 414, 431))
        with self.connect() as connection:
            lines = ["POST /undo HTTP/1.1", f"Host: {self.host}", f"Cookie: {self.cookie}",
                     "Transfer-Encoding: chunked", "", ""]
            connection.sendall("\r\n".join(lines).encode())
            chunk = b"100000\r\n" + b"a" * MEGABYTE + b"\r\n"
            sent = 0
            try:
                for _ in range(64):
                    connection.sendall(chunk)
                    sent += 1
            except (ConnectionResetError, BrokenPipeError, TimeoutError):
                pass
        self.assertLess(self.memory() - before, 64 * MEGABYTE)

    def test_200_slow_connections_do_not_stop_the_service(self):
        before = self.memory()
        connections = []
        try:
            for index in range(SLOW_CONNECTIONS):
                connection = self.connect()
                connections.append(connection)
                start = (
                    f"GET / HTTP/1.1\r\nHost: {self.host}\r\nX-Slow: " if index % 2 else
                    f"POST /undo HTTP/1.1\r\nHost: {self.host}\r\nCookie: {self.cookie}\r\n"
                    "Content-Length: 1000\r\n\r\na")
                connection.sendall(start.encode())
            start = time.monotonic()
            for connection in connections[::10]:
                connection.sendall(b"a")
            self.assertEqual(self.status(self.page()), 200)
            self.assertLess(time.monotonic() - start, 5)
            self.assertLess(self.memory() - before, 64 * MEGABYTE)
        finally:
            for connection in connections:
                connection.close()

    def test_an_interrupted_upload_leaves_nothing(self):
        boundary = "x" * 20
        def part(name, value, extra=""):
            return f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{extra}\r\n\r\n{value}\r\n'
        start = part("csrf", self.token()) + part("file", "a,b", '; filename="cut.csv"')[:-2]
        lines = ["POST /import HTTP/1.1", f"Host: {self.host}", f"Cookie: {self.cookie}",
                 f"Content-Type: multipart/form-data; boundary={boundary}", "Content-Length: 10000000", "", ""]
        files = self.uploaded_files()
        connection = self.connect()
        connection.sendall(("\r\n".join(lines) + start).encode() + b"1" * 500_000)
        deadline = time.monotonic() + 10
        while self.uploaded_files() == files:
            self.assertLess(time.monotonic(), deadline, "no file of the upload was written")
            time.sleep(0.01)
        connection.close()
        deadline = time.monotonic() + 10
        while self.uploaded_files() != files:
            self.assertLess(time.monotonic(), deadline, "the file of the upload remains")
            time.sleep(0.01)
        self.assertEqual(self.system.json("imports")["imports"], [])

    def uploaded_files(self):
        return {
            os.path.join(folder, name) for folder, _, names in os.walk(self.system.home)
            for name in names if "upload" in folder + name}

    def test_a_foreign_upload_is_refused_before_its_file(self):
        boundary = "x" * 20
        body = (f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="../../cut.csv"\r\n\r\n'
                f'1\r\n--{boundary}--\r\n').encode()
        answer = self.ask(
            "POST /import HTTP/1.1", f"Cookie: {self.cookie}", f"Content-Length: {len(body)}",
            f"Content-Type: multipart/form-data; boundary={boundary}", body=body)
        self.assertIn(self.status(answer), (403, 422))
        self.assertEqual(self.system.json("imports")["imports"], [])


if __name__ == "__main__":
    unittest.main()
