#!/usr/bin/env python3
"""Checks notifications with the programs that receive them, and measures the notifier.

usage: notification-check.py --binaries FOLDER [--profiles N] [--rounds N] [--instants N] [--write FILE]

A system of its own sends to a webhook, an ntfy server, a push endpoint that decrypts, a mail server (through
Apprise) and a desktop (python-dbusmock on a bus of its own). Each is answered in its own way. Then many profiles
are due in the same minute, and each must arrive within 5 s, also while other channels are dead and while the
worker is killed. Last, the idle worker must need little memory and no time. The script shares no code with
Dayline; push messages are decrypted with the package cryptography.

  --profiles  due in the same minute (default: 500)
  --rounds    minutes in which the worker is killed or not, by turns (default: 1)
  --instants  reminders at distinct instants, whose delays have a bound at p99 (default: 0)
  --write     append the figures to a JSON file
"""
import argparse
import base64
import datetime
import email
import http.server
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import aiosmtpd.controller
import dbus
import dbusmock
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools", "python"))
import dayline  # noqa: E402
import log_search  # noqa: E402

SERVICE = "dayline.notifier.Notifications"
#: Bounds of docs/proofs.md.
BURST_SECONDS = 5
SINGLE_SECONDS = 1
IDLE_ANONYMOUS_KIB = 10 * 1024
IDLE_SECONDS = 10
#: Wake-ups in that time by the heartbeat of the bus.
IDLE_SWITCHES = 40


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def wait_until(description, test, seconds=20):
    """The first result of `test` that is true."""
    end = time.monotonic() + seconds
    while True:
        result = test()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {description}")
        time.sleep(0.02)


class Receiver:
    """An HTTP server that records requests. Paths with /dead are answered with 503, /hang never."""

    def __init__(self):
        self.requests = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                received = time.time()
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if self.path.startswith("/hang"):
                    time.sleep(60)
                status = 503 if self.path.startswith("/dead") else 200
                outer.requests.append((received, self.path, dict(self.headers), body))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 1024

        self.server = Server(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def to(self, path):
        return [request for request in list(self.requests) if request[1] == path]

    def documents(self, path):
        return [json.loads(body) for _, _, _, body in self.to(path)]


class Mail:
    """A mail server that records messages."""

    def __init__(self):
        self.messages = []
        self.controller = aiosmtpd.controller.Controller(self, hostname="127.0.0.1", port=0)
        self.controller.port = self.free_port()
        self.controller.start()

    @staticmethod
    def free_port():
        import socket
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            return free.getsockname()[1]

    async def handle_DATA(self, server, session, envelope):
        self.messages.append(email.message_from_bytes(envelope.content))
        return "250 OK"


class Desktop:
    """The notifications of a desktop on a bus of its own."""

    def __init__(self, folder):
        self.log = os.path.join(folder, "desktop.log")
        self.daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"],
            stdout=subprocess.PIPE, text=True)
        self.address = self.daemon.stdout.readline().strip()
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = self.address
        self.bus = dbus.bus.BusConnection(self.address)
        self.mock = subprocess.Popen(
            [sys.executable, "-m", "dbusmock", "--template", "notification_daemon"],
            stdout=open(self.log, "w"), stderr=subprocess.STDOUT)
        wait_until("the desktop runs", lambda: self.bus.name_has_owner("org.freedesktop.Notifications"), 60)
        self.server = self.bus.get_object(
            "org.freedesktop.Notifications", "/org/freedesktop/Notifications")

    def shown(self):
        calls = dbus.Interface(self.server, dbusmock.MOCK_IFACE).GetMethodCalls("Notify")
        return [arguments for _, arguments in calls]

    def choose(self, number, action):
        dbus.Interface(self.server, dbusmock.MOCK_IFACE).EmitSignal(
            "org.freedesktop.Notifications", "ActionInvoked", "us",
            dbus.Array([dbus.UInt32(number), action], signature="v"))

    def close(self):
        self.mock.terminate()
        self.daemon.terminate()


class Browser:
    """A browser with a push subscription, which decrypts its messages (RFC 8188, RFC 8291)."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    @property
    def point(self):
        return self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)

    def subscription(self, has_text):
        return {"publicKey": encoded(self.point), "secret": encoded(self.secret), "hasText": has_text}

    def decrypt(self, body):
        salt, size, length = body[:16], struct.unpack(">I", body[16:20])[0], body[20]
        sender, sealed = body[21:21 + length], body[21 + length:]
        assert len(sealed) <= size
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))

        def derive(secret, salt, info, count):
            return HKDF(hashes.SHA256(), count, salt, info).derive(secret)

        material = derive(shared, self.secret, b"WebPush: info\0" + self.point + sender, 32)
        key = derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(material, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain[-1] == 2, "the delimiter of the last record"
        return json.loads(plain[:-1])

    @staticmethod
    def check_signature(header, origin, key):
        """The claims of a header of RFC 8292, which the key has signed for the origin."""
        fields = dict(part.strip().split("=", 1) for part in header.removeprefix("vapid ").split(","))
        assert fields["k"] == key
        signed, _, signature = fields["t"].rpartition(".")
        raw = decoded(signature)
        der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key)).verify(
            der, signed.encode(), ec.ECDSA(hashes.SHA256()))
        claims = json.loads(decoded(signed.split(".")[1]))
        assert claims["aud"] == origin, claims
        assert 0 < claims["exp"] - time.time() <= 24 * 3600, claims
        assert claims["sub"].startswith(("mailto:", "https:")), claims


class System:
    """A running system in a new home."""

    def __init__(self, binaries, plugins=os.path.join(ROOT, "Plugins")):
        self.folder = tempfile.mkdtemp(prefix="dl-", dir="/tmp")
        self.home = os.path.join(self.folder, "home")
        self.program = os.path.join(binaries, "dayline")
        self.desktop = Desktop(self.folder)
        self.environment = {
            **os.environ, "DAYLINE_WEB_PORT": "0", "DAYLINE_PLUGINS": plugins}
        self.environment.pop("XDG_RUNTIME_DIR", None)
        self.run("up", "--detach")
        self.run("profile", "zone", "UTC")
        self.bus = dayline.Dayline(home=self.home)

    def run(self, *arguments, text=None):
        done = subprocess.run(
            [self.program, "--home", self.home, *arguments], env=self.environment, input=text or "",
            capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.run("--json", *arguments))

    def call(self, method, request=None, profile=None):
        return self.bus.call(method, request or {}, profile=profile)

    def notifier(self):
        """The process of the worker; None while it is restarted."""
        workers = self.json("status")["workers"]
        return next((worker.get("pid") for worker in workers if worker["name"] == "notifier"), None)

    def close(self):
        self.bus.close()
        self.run("down")
        self.desktop.close()
        log_search.copy_home(self.home)
        shutil.rmtree(self.folder, ignore_errors=True)


def minute_after(seconds):
    """The first whole minute that is at least some seconds ahead, in UTC."""
    now = datetime.datetime.now(datetime.timezone.utc)
    later = now + datetime.timedelta(seconds=seconds + 60)
    return later.replace(second=0, microsecond=0)


def off(call, profile):
    """Switches the reminders of the parts of the day off."""
    for part in ("Morning", "Afternoon", "Evening"):
        call("dayline.storage.Settings/Set", {"key": f"reminder{part}", "value": "off"}, profile)


class Check:
    def __init__(self, options):
        self.options = options
        self.receiver = Receiver()
        self.mail = Mail()
        self.system = System(options.binaries)
        self.figures = {}

    # MARK: Channels

    def channels(self):
        system, receiver = self.system, self.receiver
        address = system.json("web")["address"].rstrip("/")
        system.run("web", "settings", "--public-url", address)
        off(system.call, None)
        browser = Browser()
        for name, has_text in (("phone", False), ("tablet", True)):
            system.call(f"{SERVICE}/Add", {
                "name": name, "kind": "push", "url": f"{receiver.address}/push/{name}",
                "subscription": browser.subscription(has_text)})
        system.run("notify", "add", "webhook", text=f"{receiver.address}/hook\n")
        system.run("notify", "add", "ntfy", text=f"{receiver.address}/topic\n")
        system.run("notify", "add", "desktop")
        mail = f"mailto://dayline@example.org:{self.mail.controller.port}/?smtp=127.0.0.1&from=dayline@example.org&to=kim@example.org"
        system.run("notify", "add", "apprise", "--name", "mail", text=mail + "\n")
        for name in ("webhook", "ntfy", "desktop", "mail", "phone"):
            system.run("notify", "test", name)
        kinds = {channel["name"]: channel["host"] for channel in system.json("notify")["channels"]}
        assert kinds["mail"] == "mailto" and "example" not in json.dumps(kinds), kinds
        for name in ("notification-channels.json", "notification-keys.json", "notification-log.jsonl"):
            path = os.path.join(system.home, name)
            assert os.stat(path).st_mode & 0o777 == 0o600, path
        system.run("activity", "add", "Read")
        self.address, self.browser = address, browser
        self.tests = {"desktop": len(system.desktop.shown()), "mail": len(self.mail.messages)}

    def open(self):
        return {item["name"] for slot in self.system.json("today")["slots"] for item in slot["items"]
                if item["state"] == "open"}

    def post(self, url, body, **headers):
        request = urllib.request.Request(url, data=body.encode(), headers=headers, method="POST")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def answers(self):
        """The reminder on each channel, answered in the way of each."""
        system, receiver = self.system, self.receiver
        hook = wait_until("the webhook", lambda: receiver.documents("/hook")[1:], 90)[0]
        topic = wait_until("ntfy", lambda: receiver.documents("/")[1:])[0]
        pushes = {
            name: wait_until(name, lambda path=f"/push/{name}", skip=skip: receiver.to(path)[skip:])[0]
            for name, skip in (("phone", 1), ("tablet", 0))}
        shown = wait_until("the desktop", lambda: system.desktop.shown()[self.tests["desktop"]:])[0]
        message = wait_until("the mail", lambda: self.mail.messages[self.tests["mail"]:])[0]

        assert hook["title"] == "Read" and hook["actions"] == ["done", "later", "skip"], hook
        key = system.call(f"{SERVICE}/List")["pushKey"]
        for _, _, headers, body in pushes.values():
            Browser.check_signature(headers["Authorization"], receiver.address, key)
            assert headers["Content-Encoding"] == "aes128gcm" and headers["TTL"] == "86400", headers
            assert b"Read" not in body
        hidden, plain = (self.browser.decrypt(pushes[name][3]) for name in ("phone", "tablet"))
        assert "Read" not in json.dumps(hidden) and plain["title"] == "Read", (hidden, plain)
        assert [action["action"] for action in hidden["actions"]] == ["done", "later", "skip"]
        text = message.get_payload(decode=True) or message.get_payload()[0].get_payload(decode=True)
        assert b"Read" in text and f"{self.address}/notification/".encode() in text, text
        assert str(shown[3]) == "Read" and list(shown[5])[::2] == ["done", "later", "skip"], shown

        # A GET of the link of a mail changes nothing.
        link = next(line.split(": ", 1)[1] for line in text.decode().splitlines() if line.startswith("Done: "))
        with urllib.request.urlopen(link.strip()) as page:
            form = page.read().decode()
        assert form.count("<button") == 1 and "Read" in form and "Read" in self.open()
        # "Later" on the page of an ntfy server, which is another site.
        later = next(action for action in topic["actions"] if action["label"] == "Later")
        answer = self.post(later["url"], later["body"], Origin="https://ntfy.example", **{"Sec-Fetch-Site": "cross-site"})
        assert not answer["isRepeated"] and "Read" in self.open(), answer
        # "Done" on the desktop.
        system.desktop.choose(len(system.desktop.shown()), "done")
        wait_until("the activity is done", lambda: "Read" not in self.open())
        # Done by the service worker again: it was done already, and has one entry.
        repeated = self.post(f"{self.address}/notification/{plain['token']}", "action=done")
        assert repeated["isRepeated"], repeated
        repeated = self.post(f"{self.address}/notification/{plain['token']}", "action=skip")
        assert repeated["isRepeated"], repeated
        for token in ("0" * 96, plain["token"][:-1] + "0" if plain["token"][-1] != "0" else "1"):
            try:
                self.post(f"{self.address}/notification/{token}", "action=done")
                raise AssertionError("an unknown token was accepted")
            except urllib.error.HTTPError as error:
                assert error.code == 404, error
        self.failures()

    def failures(self):
        """An import and a backup that fail while the worker is killed are reported."""
        system = self.system
        damaged, backups = (os.path.join(system.folder, name) for name in ("damaged.csv", "backups"))
        with open(damaged, "w") as file:
            file.write("a,b\n1,2\n")
        os.mkdir(backups)
        system.run("backups", "to", backups)
        shutil.rmtree(backups)
        for kind, arguments in (
                ("failedImport", ["import", damaged, "--as", "apple-health"]), ("failedBackup", ["backups", "run"])):
            os.kill(wait_until("the worker runs", system.notifier), signal.SIGKILL)
            done = subprocess.run([system.program, "--home", system.home, *arguments], capture_output=True,
                                  env=system.environment, stdin=subprocess.DEVNULL)
            assert done.returncode != 0, arguments
            wait_until(kind, lambda: any(kind in document["kinds"] for document in self.receiver.documents("/hook")))

    # MARK: Bounds

    def prepare(self, number):
        """Makes all profiles due in the same minute; two channels of each tenth are dead."""
        system, receiver, count = self.system, self.receiver, self.options.profiles
        path = f"/burst/{number}"
        begin = time.monotonic()
        if number == 0:
            self.profiles = [f"p{index}" for index in range(count)]
            for index, profile in enumerate(self.profiles):
                system.call("dayline.storage.Profiles/Add", {"name": profile, "zone": "UTC"})
                off(system.call, profile)
                system.call("dayline.tracker.Activities/Add", {"name": "Read", "fields": {}}, profile)
                if index % 10 == 0:
                    for kind in ("dead", "hang"):
                        system.call(f"{SERVICE}/Add", {
                            "name": kind, "kind": "webhook", "url": f"{receiver.address}/{kind}"}, profile)
        for profile in self.profiles:
            if number:
                system.call(f"{SERVICE}/Remove", {"name": "home"}, profile)
            system.call(f"{SERVICE}/Add", {
                "name": "home", "kind": "webhook", "url": receiver.address + path}, profile)
        due = minute_after(2 + (time.monotonic() - begin) / 2)
        if number == 0:
            system.run("notify", "times", "Read", due.strftime("%H:%M"))
        for profile in self.profiles:
            system.call(f"{SERVICE}/SetActivityTimes", {
                "activity": "Read", "times": [due.strftime("%H:%M")]}, profile)
        assert time.time() < due.timestamp() - 1, "the system is too slow for the next minute"
        return due

    def burst(self, number, is_killed):
        """Measures when the reminders of all profiles arrive. The worker may be killed in between."""
        system, receiver, count = self.system, self.receiver, self.options.profiles
        path = f"/burst/{number}"
        due = self.prepare(number)
        if is_killed:
            time.sleep(max(0, due.timestamp() + 0.2 - time.time()))
            os.kill(system.notifier(), signal.SIGKILL)
        time.sleep(max(0, due.timestamp() - time.time()))

        def profiles():
            return len({json.loads(body)["profile"] for _, _, _, body in receiver.to(path)})

        try:
            wait_until("all profiles", lambda: profiles() == count, 60)
        except AssertionError:
            raise AssertionError(f"{profiles()} of {count} profiles within 60 s, {len(receiver.requests)} requests")
        time.sleep(1)
        delays = sorted(at - due.timestamp() for at, _, _, _ in receiver.to(path))
        duplicates = len(delays) - count
        print(f"{count} profiles in one minute{', worker killed' if is_killed else ''}: "
              f"first {delays[0]:.3f} s, median {delays[len(delays) // 2]:.3f} s, "
              f"last {delays[-1]:.3f} s, {duplicates} duplicates")
        if is_killed:
            keys = [headers["Idempotency-Key"] + json.loads(body)["profile"] for _, _, headers, body in receiver.to(path)]
            assert len(set(keys)) == count, "a duplicate has another key"
        else:
            assert duplicates == 0, "duplicates without a kill"
            # The first of many profiles has no bound of its own: the processes work for all of them.
            assert 0 <= delays[0] and delays[-1] <= BURST_SECONDS, (delays[0], delays[-1])
            self.figures["burst"] = {
                "profiles": count, "first": delays[0], "median": delays[len(delays) // 2], "last": delays[-1]}

    def instants(self):
        """Measures the delay of reminders at distinct instants: those put off by a minute, one after another."""
        documents = self.receiver.documents("/burst/0")[:self.options.instants]
        for document in documents:
            self.system.call(f"{SERVICE}/Act", {"token": document["token"], "action": "later", "minutes": 1},
                             document["profile"])
            time.sleep(0.2)
        keys = {document["profile"] + document["key"] + "+1" for document in documents}

        def again():
            arrivals = [(at, json.loads(body)) for at, _, _, body in self.receiver.to("/burst/0")]
            return [(at, document) for at, document in arrivals if document["profile"] + document["key"] in keys]

        wait_until("the reminders come again", lambda: len(again()) == len(keys), 90)
        delays = sorted(
            at - datetime.datetime.fromisoformat(document["at"].replace("Z", "+00:00")).timestamp()
            for at, document in again())
        p99 = delays[min(len(delays) - 1, len(delays) * 99 // 100)]
        print(f"{len(delays)} reminders at distinct instants: median {delays[len(delays) // 2]:.3f} s, "
              f"p99 {p99:.3f} s, last {delays[-1]:.3f} s")
        self.figures["instants"] = {"count": len(delays), "median": delays[len(delays) // 2], "p99": p99}
        assert delays[0] >= 0 and p99 <= SINGLE_SECONDS, delays

    def idle(self):
        """The memory and the wake-ups of the worker of one profile, after a restart."""
        system = self.system
        for profile in self.profiles:
            for channel in system.call(f"{SERVICE}/List", {}, profile)["channels"]:
                system.call(f"{SERVICE}/Remove", {"name": channel["name"]}, profile)
        before = system.notifier()
        system.run("restart", "notifier")
        pid = wait_until("the worker runs", lambda: (lambda pid: pid if pid != before else None)(system.notifier()))
        time.sleep(2)
        begin = self.switches(pid)
        time.sleep(IDLE_SECONDS)
        end = self.switches(pid)
        # Threads that have ended in between are left out.
        switches = sum(count - begin.get(task, 0) for task, count in end.items())
        with open(f"/proc/{pid}/smaps_rollup") as file:
            anonymous = next(int(line.split()[1]) for line in file if line.startswith("Anonymous:"))
        print(f"idle worker: {anonymous / 1024:.1f} MiB anonymous memory, "
              f"{switches} context switches in {IDLE_SECONDS} s")
        self.figures["idle"] = {"anonymousKiB": anonymous, "switches": switches, "seconds": IDLE_SECONDS}
        assert anonymous <= IDLE_ANONYMOUS_KIB, anonymous
        assert switches <= IDLE_SWITCHES, switches

    @staticmethod
    def switches(pid):
        counts = {}
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/status") as file:
                counts[task] = sum(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt"))
        return counts

    def run(self):
        try:
            begin = time.monotonic()
            self.channels()
            self.burst(0, is_killed=False)
            self.answers()
            for number in range(1, self.options.rounds):
                self.burst(number, is_killed=number % 2 == 1)
            if self.options.instants:
                self.instants()
            self.idle()
            print(f"six channels deliver and are answered ({time.monotonic() - begin:.0f} s)")
            if self.options.write:
                with open(self.options.write, "a") as file:
                    file.write(json.dumps(self.figures) + "\n")
        finally:
            self.system.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", required=True)
    parser.add_argument("--profiles", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--instants", type=int, default=0)
    parser.add_argument("--write")
    Check(parser.parse_args()).run()


if __name__ == "__main__":
    main()
