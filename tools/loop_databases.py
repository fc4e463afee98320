"""Writes databases of Loop Habit Tracker, schemas 9 to 25, as the migrations of the app leave them."""
import sqlite3

DAY = 86_400_000
LAST_DAY = 19_000
COLUMNS = [(11, "reminder_days integer not null default 127"), (16, "type integer not null default 0"),
           (18, "target_type integer not null default 0"), (18, "target_value real not null default 0"),
           (18, "unit text not null default ''"), (23, "question text"), (24, "uuid text")]


def create(path, schema):
    """Creates an empty database of a schema."""
    database = sqlite3.connect(path)
    columns = ["id integer primary key autoincrement", "archived integer", "color integer",
               "description text", "freq_den integer", "freq_num integer", "highlight integer", "name text",
               "position integer", "reminder_hour integer", "reminder_min integer"]
    columns += [text for first, text in COLUMNS if first <= schema]
    strict = " not null" if schema >= 22 else ""
    marks = ["id integer primary key autoincrement", f"habit integer{strict} references habits(id)",
             f"timestamp integer{strict}"]
    if schema >= 16:
        marks.append("value integer not null" + ("" if strict else " default 2"))
    if schema >= 25:
        marks.append("notes text")
    database.execute(f"create table Habits ({', '.join(columns)})")
    database.execute(f"create table Repetitions ({', '.join(marks)})")
    if schema >= 13:
        database.execute(f"create {'unique ' if strict else ''}index idx_repetitions_habit_timestamp "
                         "on Repetitions (habit, timestamp)")
    database.execute(f"pragma user_version = {schema}")
    return database


def write_random(path, generator, schema, habits, days):
    """Writes a random database of a schema."""
    database = create(path, schema)
    rows = []
    for habit in range(1, habits + 1):
        values = {"id": habit, "archived": int(generator.random() < 0.2), "name": f"Habit {habit:02}",
                  "color": generator.randrange(13 if schema < 21 else 20) if schema >= 14 else -2937041,
                  "position": habit, "freq_num": generator.randrange(1, 8),
                  "freq_den": generator.choice([1, 7, 30, 31, 14, 2]),
                  "description": generator.choice(["", "Did you?\nReally?"]), "highlight": 0}
        numerical = schema >= 18 and generator.random() < 0.4
        if numerical:
            values |= {"type": 1, "target_value": generator.choice([0, 0.5, generator.randrange(1, 50)]),
                       "unit": "km", "freq_num": 1, "target_type": generator.randrange(2)}
        elif schema >= 18:
            values["target_value"] = generator.choice([0, 100])
        if schema >= 23:
            values["question"] = generator.choice(["", "How far?"])
        if schema >= 24:
            values["uuid"] = f"{generator.getrandbits(128):032x}"
        if generator.random() < 0.5:
            values |= {"reminder_hour": generator.randrange(24), "reminder_min": generator.randrange(60)}
            if schema >= 11:
                values["reminder_days"] = generator.randrange(1, 128)
        database.execute(
            f"insert into Habits ({', '.join(values)}) values ({', '.join('?' * len(values))})",
            list(values.values()))
        for day in range(days):
            if generator.random() < 0.2:
                continue
            row = [habit, (LAST_DAY - day) * DAY]
            if schema >= 16:
                row.append(generator.choice([-1, 3, 0] + [generator.randrange(4, 90_000)] * 8) if numerical
                           else generator.choice([2] * 12 + [0, 1, 3, -1]))
            if schema >= 25:
                row.append(generator.choice([None] * 9 + ["a note, \"quoted\""]))
            rows.append(row)
    generator.shuffle(rows)
    names = ["habit", "timestamp"] + ["value"] * (schema >= 16) + ["notes"] * (schema >= 25)
    database.executemany(
        f"insert into Repetitions ({', '.join(names)}) values ({', '.join('?' * len(names))})", rows)
    database.commit()
    database.close()
