#!/usr/bin/env python3
"""Publishes a profile to mosquitto and reads it as Home Assistant does.

usage: home-assistant-check.py --dayline PROGRAM

A broker of its own listens on a port of the loopback interface and knows one user. The sensors and buttons are
found by discovery; a button logs its activity; an activity in the trash loses its button; after a restart of
the broker everything is published again; after the removal of the broker nothing is retained. Exit status 1 if
a check fails.
"""
import argparse
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time

from temporary_system import System

USER, PASSWORD = "dayline", "a secret"
WAIT_SECONDS = 20


def program(name):
    """The path of a program, which Debian installs outside of the PATH of most users."""
    return shutil.which(name) or f"/usr/sbin/{name}"


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Broker:
    """A broker in a folder, with one user."""

    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        passwords = os.path.join(folder, "passwords")
        with open(passwords, "w", encoding="utf-8"):
            os.chmod(passwords, 0o600)
        subprocess.run([program("mosquitto_passwd"), "-b", passwords, USER, PASSWORD], check=True)
        self.configuration = os.path.join(folder, "mosquitto.conf")
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous false\npassword_file {passwords}\n"
                       f"user {os.environ.get('USER') or 'root'}\npersistence false\n")
        self.start()

    def start(self):
        self.process = subprocess.Popen([program("mosquitto"), "-c", self.configuration],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.listener = subprocess.Popen(
            ["mosquitto_sub", *self.options, "-t", "#", "-F", "%j"], stdout=subprocess.PIPE, text=True)
        os.set_blocking(self.listener.stdout.fileno(), False)
        self.retained = {}

    @property
    def options(self):
        return ["-h", "127.0.0.1", "-p", str(self.port), "-u", USER, "-P", PASSWORD]

    def read(self):
        """Updates the newest payload of each topic; an empty one removes the topic."""
        for line in iter(self.listener.stdout.readline, ""):
            message = json.loads(line)
            topic, payload = message["topic"], message.get("payload", "")
            if payload:
                self.retained[topic] = payload
            else:
                self.retained.pop(topic, None)

    def wait(self, message, condition):
        """Waits until the topics meet a condition."""
        deadline = time.monotonic() + WAIT_SECONDS
        while True:
            self.read()
            if self.listener.poll() is not None:
                self.stop()
                self.start()
            try:
                if result := condition(self.retained):
                    return result
            except (KeyError, ValueError):
                pass
            check(time.monotonic() < deadline, f"{message}: {json.dumps(self.retained)[:2000]}")
            time.sleep(0.05)

    def publish(self, topic, payload):
        subprocess.run(["mosquitto_pub", *self.options, "-t", topic, "-m", payload], check=True)

    def stop(self):
        for process in (self.listener, self.process):
            process.send_signal(signal.SIGTERM)
            process.wait()


def entities(retained):
    """The messages of discovery by component and name."""
    found = {}
    for topic, payload in retained.items():
        parts = topic.split("/")
        if parts[0] == "homeassistant" and parts[-1] == "config":
            message = json.loads(payload)
            check(message["unique_id"] == f"{parts[2]}_{parts[3]}", f"the identifier of {topic}")
            found[parts[1], message["name"]] = message
    return found


def run(system, broker):
    def command(*arguments, password=None):
        return subprocess.run(
            [system.program, *system.options, "--json", "home-assistant", *arguments],
            env=system.environment, input=password, capture_output=True, text=True)

    connect = ["connect", "127.0.0.1", "--port", str(broker.port), "--user", USER]
    refused = command(*connect, password="another\n")
    check(refused.returncode != 0 and "does not accept" in refused.stdout + refused.stderr,
          f"another password is accepted: {refused.stdout}{refused.stderr}")
    check(system.json("home-assistant").get("host") is None, "a refused broker is stored")

    system.json("activity", "add", "Floss")
    system.json("activity", "add", "Water", "--target", "2000", "--unit", "ml")
    table = os.path.join(system.folder, "steps.csv")
    with open(table, "w", encoding="utf-8") as file:
        file.write("time,Steps\n2026-01-05 08:00,1200\n2026-01-05 09:00,300\n")
    system.json("import", table)
    accepted = command(*connect, password=PASSWORD + "\n")
    check(accepted.returncode == 0, f"the broker is not connected: {accepted.stdout}{accepted.stderr}")
    file = os.path.join(system.folder, "home", "home-assistant.json")
    check(stat.S_IMODE(os.stat(file).st_mode) == 0o600, "the file with the password is readable by others")

    names = {("button", "Floss"), ("button", "Water"), ("sensor", "Today"), ("sensor", "Step count")}
    broker.wait("entities are missing", lambda retained: names <= entities(retained).keys())
    found = entities(broker.retained)
    steps = found["sensor", "Step count"]
    broker.wait("the steps are wrong", lambda retained: float(retained[steps["state_topic"]]) == 1500)
    broker.wait("the day of the steps is wrong", lambda retained: json.loads(
        retained[steps["json_attributes_topic"]]) == {"day": "2026-01-05"})
    check(steps["state_class"] == "total_increasing", "steps are not a total")
    broker.wait("the profile is not online",
                lambda retained: retained[steps["availability_topic"]] == "online")

    button, progress = found["button", "Floss"], found["sensor", "Today"]
    before = broker.wait("there is no progress", lambda retained: [float(retained[progress["state_topic"]])])[0]
    broker.publish(button["command_topic"], "SOMETHING ELSE")
    broker.publish(button["command_topic"], button["payload_press"])
    broker.wait("the button logs nothing", lambda retained: float(retained[progress["state_topic"]]) > before)
    entries = system.json("entries", "Floss")["entries"]
    check(len(entries) == 1, f"the button has logged {entries}")

    system.json("activity", "delete", "Water")
    broker.wait("a deleted activity has a button",
                lambda retained: ("button", "Water") not in entities(retained))

    broker.stop()
    broker.start()
    broker.wait("a restarted broker has no entities",
                lambda retained: names - {("button", "Water")} <= entities(retained).keys())
    # An entity that was removed while no one was connected.
    stale = steps["state_topic"].split("/")[1]
    topic = f"homeassistant/button/{stale}/activity_old/config"
    subprocess.run(["mosquitto_pub", *broker.options, "-r", "-t", topic, "-m",
                    json.dumps({"name": "Old", "unique_id": f"{stale}_activity_old"})], check=True)
    broker.wait("a stale entity stays", lambda retained: topic not in retained)
    state = system.json("home-assistant")
    check(state["isConnected"] and state["buttons"] == 1, f"the state is {state}")

    system.json("home-assistant", "disconnect")
    broker.wait("something is retained", lambda retained: not entities(retained))
    check(command("disconnect").returncode != 0, "a profile without a broker is disconnected")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dayline", required=True, type=os.path.abspath)
    options = parser.parse_args()
    system = System(options.dayline)
    broker = None
    try:
        broker = Broker(system.folder)
        run(system, broker)
    except AssertionError as error:
        sys.exit(f"home-assistant-check: {error}")
    finally:
        if broker:
            broker.stop()
        system.close()
    print("home-assistant-check: discovery, states, a button, a restart and the removal agree")


if __name__ == "__main__":
    main()
