#!/usr/bin/env python3
"""Writes a document of the seed tracker (v2.0) of any size.

usage: gen_tracker.py --activities N --days N --out FILE [--end YYYY-MM-DD] [--seed S] [--plain]

Each activity is logged on about 19 of 20 days; checkbox, value and cumulative activities alternate. Some
entries are skips with a reason, some have a note. The same arguments produce the same bytes. By default an
entry has only the keys with a value, and the time of day in its date, as the app writes them; with --plain
it has all keys and the start of the day, as Dayline exports them. Days are UTC.
"""
import argparse
import base64
import datetime as dt
import json
import random
import uuid


def blob(value):
    return base64.b64encode(json.dumps(value, separators=(",", ":")).encode()).decode()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--activities", type=int, required=True)
    parser.add_argument("--days", type=int, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--end", default="2026-01-31")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true")
    arguments = parser.parse_args()
    pick = random.Random(arguments.seed)

    def name():
        return str(uuid.UUID(int=pick.getrandbits(128), version=4))

    last = dt.date.fromisoformat(arguments.end)
    first = last - dt.timedelta(days=arguments.days - 1)
    kinds = ["checkbox", "value", "cumulative"]
    activities = [
        {"id": name(), "name": f"Activity {number + 1}", "typeRaw": kinds[number % 3],
         "scheduleData": blob({"type": "daily"}), "sortOrder": number,
         "createdAt": f"{first}T00:00:00Z",
         **({} if number % 3 == 0 else {"unit": "km", "targetValue": 10})}
        for number in range(arguments.activities)
    ]
    logs = 0
    with open(arguments.out, "w", encoding="utf-8") as out:
        out.write('{"version":"2.0","timestamp":"%sT23:00:00Z","activities":' % last)
        json.dump(activities, out, separators=(",", ":"))
        out.write(',"logs":[')
        for back in range(arguments.days):
            day = first + dt.timedelta(days=back)
            for activity in activities:
                if pick.random() < 0.05:
                    continue
                second = pick.randrange(6 * 3600, 22 * 3600)
                moment = f"{day}T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"
                log = dict.fromkeys(
                    ["value", "note", "skipReason", "timeSlotRaw", "source", "photoFilename",
                     "photoFilenamesData"])
                log |= {"id": name(), "activityID": activity["id"], "statusRaw": "completed",
                        "date": f"{day}T00:00:00Z" if arguments.plain else moment,
                        "completedAt": moment}
                if pick.random() < 0.02:
                    log |= {"statusRaw": "skipped", "skipReason": "Sick"}
                elif activity["typeRaw"] != "checkbox":
                    log["value"] = round(pick.uniform(1, 12), 1)
                if pick.random() < 0.02:
                    log["note"] = "Felt \"good\" today"
                if not arguments.plain:
                    log = {key: value for key, value in log.items() if value is not None}
                out.write(("," if logs else "") + "\n")
                json.dump(log, out, separators=(",", ":"))
                logs += 1
        out.write("]}\n")
    print(json.dumps({"activities": len(activities), "logs": logs}))


if __name__ == "__main__":
    main()
