"""Writes a file of any size for each importer. Rows are one minute or one day apart, so that all are stored."""
import datetime
import itertools
import json
import os
import sqlite3
import sys
import zipfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import loop_databases
from fit_files import EPOCH, FITFile

FIRST = 1_400_000_000
MINUTE = 60
MEGABYTE = 1_000_000
#: Bytes of a recorded file in an account export, with a record of 16 bytes a second.
RECORDING_BYTES = 4 * MEGABYTE
#: Bytes of a JSON file of Samsung Health, and their greatest number: an archive has at most 120,000 files.
DOCUMENT_BYTES, DOCUMENTS = 1000, 100_000
#: Bytes of a row of a database, about.
ROW_BYTES = 30


def text(number, form="%Y-%m-%d %H:%M:%S"):
    """The time of a row, in UTC."""
    return datetime.datetime.fromtimestamp(FIRST + number * MINUTE, datetime.timezone.utc).strftime(form)


def rows(size, row):
    """The texts of `row` for 0, 1 and so on, until they have `size` bytes."""
    total = 0
    for number in itertools.count():
        if total >= size:
            return
        part = row(number)
        total += len(part)
        yield part


def write(path, head, parts, tail=""):
    """Writes a text."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(head)
        file.writelines(parts)
        file.write(tail)


def write_zip(path, name, head, parts, tail="", others=()):
    """Writes a zip with a large file, whose parts are generated, and with small ones."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for other, content in others:
            archive.writestr(other, content)
        with archive.open(name, "w", force_zip64=True) as file:
            file.write(head.encode())
            while block := "".join(itertools.islice(parts, 10_000)):
                file.write(block.encode())
            file.write(tail.encode())


def separated(parts):
    """The parts with a comma before each except the first."""
    for number, part in enumerate(parts):
        yield ("," if number else "") + part


def apple_health(path, size):
    write(path, '<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n', rows(size, lambda number: (
        f' <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" '
        f'creationDate="{text(number)} +0000" startDate="{text(number)} +0000" '
        f'endDate="{text(number)} +0000" value="{50 + number % 90}"/>\n')), "</HealthData>\n")


def fit(path, size, start=FIRST):
    """One activity with a record a second."""
    file, first = FITFile(), start - EPOCH
    file.define(0, 0, (0, 1, 0x00), (1, 2, 0x84))
    file.add("<BBH", 0, 4, 1)
    file.define(1, 20, (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (3, 1, 0x02), (6, 2, 0x84))
    count = size // 16
    for second in range(count):
        file.add("<BIiiBH", 1, first + second, 626_000_000 + second % 9000, 160_000_000 + second % 7000,
                 90 + second % 60, 2500)
    file.define(2, 18, (2, 4, 0x86), (7, 4, 0x86), (5, 1, 0x00))
    file.add("<BIIB", 2, first, min(count * 1000, 1 << 31), 1)
    with open(path, "wb") as output:
        output.write(file.bytes())


def gpx(path, size):
    write(path, '<gpx version="1.1" creator="Bench"><trk><type>running</type><trkseg>\n', rows(size, lambda number: (
        f'<trkpt lat="{52 + number % 9000 / 1e5}" lon="{13 + number % 7000 / 1e5}"><ele>34.5</ele>'
        f'<time>{text(number, "%Y-%m-%dT%H:%M:%SZ")}</time><extensions><hr>{90 + number % 60}</hr></extensions>'
        f'</trkpt>\n')), "</trkseg></trk></gpx>\n")


def tcx(path, size):
    write(path, '<TrainingCenterDatabase><Activities><Activity Sport="Running">'
          f'<Lap StartTime="{text(0, "%Y-%m-%dT%H:%M:%SZ")}"><TotalTimeSeconds>60</TotalTimeSeconds><Track>\n',
          rows(size, lambda number: (
              f'<Trackpoint><Time>{text(number, "%Y-%m-%dT%H:%M:%SZ")}</Time><Position><LatitudeDegrees>'
              f'{52 + number % 9000 / 1e5}</LatitudeDegrees><LongitudeDegrees>{13 + number % 7000 / 1e5}'
              f'</LongitudeDegrees></Position><HeartRateBpm><Value>{90 + number % 60}</Value></HeartRateBpm>'
              f'</Trackpoint>\n')),
          "</Track></Lap></Activity></Activities></TrainingCenterDatabase>\n")


def health_auto_export(path, size):
    write(path, '{"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":[',
          separated(rows(size, lambda number: (
              f'{{"date":"{text(number)} +0000","Min":{50 + number % 9},"Avg":{60 + number % 9},'
              f'"Max":{70 + number % 9},"source":"Watch"}}'))), "]}]}}")


def withings(path, size):
    write_zip(path, "raw_hr_hr.csv", "start,duration,value\n", rows(size, lambda number: (
        f'{text(number, "%Y-%m-%dT%H:%M:%S+00:00")},[0],[{50 + number % 90}]\n')))


def samsung_health(path, size):
    names = [f"com.samsung.health.heart_rate.{name}" for name in ("start_time", "heart_rate", "time_offset")]
    write_zip(path, "samsunghealth_a_1/com.samsung.shealth.tracker.heart_rate.20240701080000.csv",
              f"\ufeffcom.samsung.shealth.tracker.heart_rate,6310001,3\r\n{','.join(names)}\r\n",
              rows(size, lambda number: f"{text(number)}.000,{50 + number % 90},UTC+0200,\r\n"))


def samsung_documents(path, size):
    """Rows whose heart rates are in a JSON file each, with a heart rate a minute."""
    names = [f"com.samsung.health.heart_rate.{name}" for name in ("start_time", "heart_rate", "binning_data")]
    folder, minutes = "samsunghealth_a_1", 9
    rows = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(min(size // DOCUMENT_BYTES, DOCUMENTS)):
            first, name = number * minutes, f"{number:032x}.binning_data.json"
            bins = [{"heart_rate": 50 + minute % 90, "heart_rate_max": 150, "heart_rate_min": 50,
                     "start_time": (FIRST + minute * MINUTE) * 1000, "end_time": (FIRST + minute * MINUTE + 59) * 1000}
                    for minute in range(first, first + minutes)]
            archive.writestr(f"{folder}/jsons/com.samsung.shealth.tracker.heart_rate/{name[0]}/{name}",
                             json.dumps(bins, separators=(",", ":")))
            rows.append(f"{text(first)}.000,50,{name},\r\n")
        archive.writestr(f"{folder}/com.samsung.shealth.tracker.heart_rate.20240701080000.csv",
                         "\ufeffcom.samsung.shealth.tracker.heart_rate,6310001,3\r\n"
                         f"{','.join(names)}\r\n{''.join(rows)}")


def garmin(path, size):
    """Recorded files of three days each in an archive within the archive."""
    inner, one = path + ".inner", path + ".fit"
    count = max(1, size // RECORDING_BYTES)
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(count):
            fit(one, size // count, FIRST + number * RECORDING_BYTES)
            archive.write(one, f"{number}_2.fit")
    os.remove(one)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("DI_CONNECT/DI-Connect-Aggregator/UDSFile_a.json",
                         json.dumps([{"calendarDate": "2014-05-13", "totalSteps": 9000}]))
        archive.write(inner, "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip")
    os.remove(inner)


def oura(path, size):
    write_zip(path, "App Data/heartrate.csv", "timestamp;bpm;source\n", rows(size, lambda number: (
        f'{text(number, "%Y-%m-%dT%H:%M:%S.000Z")};{50 + number % 90};awake\n')))


def google_fit(path, size):
    def point(number):
        start = (FIRST + number * MINUTE) * 1_000_000_000
        return (f'{{"fitValue":[{{"value":{{"intVal":{1 + number % 99}}}}}],"startTimeNanos":{start},'
                f'"endTimeNanos":{start + 30_000_000_000}}}')
    write_zip(path, "Takeout/Fit/All Data/steps.json",
              '{"Data Source":"derived:com.google.step_count.delta:com.google.android.gms:estimated_steps",'
              '"Data Points":[', separated(rows(size, point)), "]}")


def fitbit(path, size):
    write_zip(path, "Takeout/Fitbit/Global Export Data/heart_rate-2024-01-01.json", "[",
              separated(rows(size, lambda number: (
                  f'{{"dateTime":"{text(number, "%m/%d/%y %H:%M:%S")}","value":{{"bpm":{50 + number % 90},'
                  f'"confidence":2}}}}'))), "]",
              [("Takeout/Fitbit/Global Export Data/steps-2024-01-01.json", "[]")])


def health_connect(path, size):
    name = path + ".db"
    database = sqlite3.connect(name)
    database.executescript("""
        CREATE TABLE android_metadata (locale TEXT);
        CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
        INSERT INTO application_info_table VALUES (1, 'a.b', 'Watch');
        CREATE TABLE heart_rate_record_table (row_id INTEGER PRIMARY KEY, uuid BLOB, app_info_id INTEGER,
            device_info_id INTEGER, recording_method INTEGER, start_time INTEGER, start_zone_offset INTEGER,
            end_time INTEGER);
        INSERT INTO heart_rate_record_table VALUES (1, NULL, 1, NULL, 2, 0, 0, 1);
        CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER,
            epoch_millis INTEGER);
        PRAGMA user_version = 17;""")
    database.executemany("INSERT INTO heart_rate_record_series_table VALUES (1, ?, ?)", (
        (50 + number % 90, (FIRST + number * MINUTE) * 1000) for number in range(size // 20)))
    database.commit()
    database.close()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.write(name, "health_connect_export.db")
    os.remove(name)


HABIT_DAYS = 3650


def habits(size, bytes_each):
    """The number of habits whose marks of ten years have about `size` bytes."""
    return max(1, size // (HABIT_DAYS * bytes_each))


def loop(path, size):
    database = loop_databases.create(path, 25)
    for habit in range(1, habits(size, ROW_BYTES) + 1):
        database.execute("insert into Habits (id, archived, color, freq_den, freq_num, name, position, description,"
                         " highlight, uuid) values (?, 0, 1, 1, 1, ?, ?, '', 0, ?)",
                         (habit, f"Habit {habit}", habit, f"{habit:032x}"))
        database.executemany("insert into Repetitions (habit, timestamp, value) values (?, ?, 2)", (
            (habit, (loop_databases.LAST_DAY - day) * loop_databases.DAY) for day in range(HABIT_DAYS)))
    database.commit()
    database.close()


def day_text(day):
    return (datetime.date(2014, 1, 1) + datetime.timedelta(days=day)).isoformat()


def loop_tables(path, size):
    count = habits(size, 16)
    marks = "Date,Value,Notes\n" + "".join(f"{day_text(day)},2,\n" for day in range(HABIT_DAYS))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("Habits.csv", (
            "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,"
            "Target Type,Target Value,Archived?\n"
            + "".join(f"{number:03},Habit {number},YES_NO,,,1,1,#1976D2,,,,false\n"
                      for number in range(1, count + 1))))
        for number in range(1, count + 1):
            archive.writestr(f"{number:03} Habit {number}/Checkmarks.csv", marks)


def tickmate(path, size):
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE tracks (_id INTEGER PRIMARY KEY, name TEXT, enabled INTEGER, description TEXT, icon TEXT,
            multiple_entries_per_day INTEGER, "order" INTEGER);
        CREATE TABLE ticks (_id INTEGER PRIMARY KEY, _track_id INTEGER, year INTEGER, month INTEGER, day INTEGER,
            hour INTEGER, minute INTEGER, second INTEGER, has_time_info INTEGER);
        CREATE TABLE groups (_id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE track2groups (_id INTEGER PRIMARY KEY, _track_id INTEGER, _group_id INTEGER);""")
    for track in range(1, habits(size, ROW_BYTES) + 1):
        database.execute("INSERT INTO tracks VALUES (?, ?, 1, '', '', 0, ?)", (track, f"Track {track}", track))
        days = (datetime.date(2014, 1, 1) + datetime.timedelta(days=day) for day in range(HABIT_DAYS))
        database.executemany("INSERT INTO ticks VALUES (NULL, ?, ?, ?, ?, 0, 0, 0, 0)", (
            (track, day.year, day.month - 1, day.day) for day in days))
    database.commit()
    database.close()


def rewire(path, size):
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE habits (_id INTEGER PRIMARY KEY, name TEXT, description TEXT, schedule INTEGER,
            active_days TEXT, repeating_count INTEGER, days INTEGER, period INTEGER, archived INTEGER,
            start_date TEXT, order_num INTEGER);
        CREATE TABLE CHECKINS (_id INTEGER PRIMARY KEY, habit_id INTEGER, date TEXT, type INTEGER, note TEXT);
        CREATE TABLE reminders (_id INTEGER PRIMARY KEY, habit_id INTEGER, time INTEGER);""")
    for habit in range(1, habits(size, ROW_BYTES) + 1):
        database.execute("INSERT INTO habits VALUES (?, ?, '', 0, '0,1,2,3,4,5,6', 1, 1, 0, 0, '20140101', ?)",
                         (habit, f"Habit {habit}", habit))
        database.executemany("INSERT INTO checkins VALUES (NULL, ?, ?, 2, '')", (
            (habit, day_text(day).replace("-", "")) for day in range(HABIT_DAYS)))
    database.commit()
    database.close()


def habit_bull(path, size):
    with open(path, "w", encoding="utf-8") as file:
        file.write("HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText\n")
        for habit in range(1, habits(size, 30) + 1):
            for day in range(HABIT_DAYS):
                file.write(f"Habit {habit},,Health,{day_text(day)},1,\n")


def csv(path, size):
    write(path, "time,Heart Rate (bpm),Steps,note\n",
          rows(size, lambda number: f"{text(number)},{50 + number % 90},{number % 120},\n"))


#: The name of the file and its writer, by source.
MAKERS = {
    "Apple Health": ("large.xml", apple_health), "FIT": ("large.fit", fit), "GPX": ("large.gpx", gpx),
    "TCX": ("large.tcx", tcx), "Health Auto Export": ("large.json", health_auto_export),
    "Withings": ("withings.zip", withings), "Samsung Health": ("samsung.zip", samsung_health),
    "Samsung Health, JSON files": ("samsung-files.zip", samsung_documents),
    "Garmin account": ("garmin.zip", garmin), "Oura": ("oura.zip", oura),
    "Google Fit": ("googlefit.zip", google_fit), "Fitbit": ("fitbit.zip", fitbit),
    "Health Connect": ("healthconnect.zip", health_connect), "Loop database": ("large-loop.db", loop),
    "Loop tables": ("large-loop.zip", loop_tables), "Tickmate": ("tickmate.db", tickmate),
    "Rewire": ("rewire.db", rewire), "HabitBull": ("habitbull.csv", habit_bull), "CSV": ("large.csv", csv),
}
#: Sources whose items are activities and entries. Their files have a tenth of the size, which is still some
#: thousand years of a habit.
HABIT_SOURCES = ("Loop database", "Loop tables", "Tickmate", "Rewire", "HabitBull")
