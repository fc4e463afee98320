"""One client of tools/bench/engines.py, which logs entries in its own profile, one after another.

usage: logging_client.py HOME PROFILE SECONDS

Prints a line when it is connected, begins after a line on standard input, and prints the number of
acknowledged entries.
"""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "python"))

import dayline

LOG, ENTRY = "dayline.tracker.Journal/Log", {"activity": "Water", "value": 1}


def main():
    home, profile, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    with dayline.Dayline(home=home, profile=profile) as bus:
        bus.call(LOG, ENTRY)
        print("connected", flush=True)
        sys.stdin.readline()
        end, count = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            bus.call(LOG, ENTRY)
            count += 1
    print(count)


if __name__ == "__main__":
    main()
