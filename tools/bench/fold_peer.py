"""One peer of tools/bench/folds.py: duckdb or chdb, in its own process and environment.

usage: fold_peer.py duckdb|chdb FOLDER ROUNDS

Prints {"seconds": [...], "days": n, "buckets": n, "sum": x}.
"""
import json
import sys
import time

import numpy

HALF_YEAR_IN_DUCKDB = "make_date(year(day), CASE WHEN month(day) < 7 THEN 1 ELSE 7 END, 1)"
HALF_YEAR_IN_CLICKHOUSE = "makeDate(toYear(day), if(toMonth(day) < 7, 1, 7), 1)"


class DuckDB:
    days = """CREATE OR REPLACE TABLE days AS
        SELECT series, moment::DATE AS day, sum(value) AS total, count(*) AS n, min(value) AS least,
            max(value) AS greatest, arg_max(value, moment) AS last
        FROM rows GROUP BY series, day"""
    buckets = [
        "date_trunc('week', day)", "date_trunc('month', day)", "date_trunc('quarter', day)",
        HALF_YEAR_IN_DUCKDB, "date_trunc('year', day)"]

    def __init__(self, folder, series, start, value):
        import duckdb
        self.connection = duckdb.connect(config={"threads": 1})
        self.connection.execute("SET TimeZone = 'America/New_York'")
        columns = {"series": series, "start": start, "value": value}  # DuckDB finds the variable by its name
        self.connection.execute(
            "CREATE TABLE rows AS SELECT series, make_timestamptz(start * 1000) AS moment, value"
            " FROM columns")
        del columns

    def run(self, statement):
        return self.connection.execute(statement).fetchall()


class ClickHouse:
    days = """CREATE OR REPLACE TABLE days ENGINE = Memory AS
        SELECT series, toDate(moment, 'America/New_York') AS day, sum(value) AS total, count() AS n,
            min(value) AS least, max(value) AS greatest, argMax(value, moment) AS last
        FROM rows GROUP BY series, day"""
    buckets = [
        "toMonday(day)", "toStartOfMonth(day)", "toStartOfQuarter(day)", HALF_YEAR_IN_CLICKHOUSE,
        "toStartOfYear(day)"]

    def __init__(self, folder, series, start, value):
        from chdb import session
        self.session = session.Session()
        self.run("CREATE DATABASE bench")
        self.run("USE bench")
        self.run("SET max_threads = 1")
        self.run(
            "CREATE TABLE rows (series Int32, moment DateTime64(3, 'UTC'), value Float64)"
            " ENGINE = Memory")
        numpy.rec.fromarrays([series, start, value]).tofile(f"{folder}/rows.bin")
        self.run(
            f"INSERT INTO rows SELECT series, fromUnixTimestamp64Milli(start, 'UTC'), value"
            f" FROM file('{folder}/rows.bin', 'RowBinary',"
            f" 'series Int32, start Int64, value Float64')")

    def run(self, statement):
        text = self.session.query(statement, "JSONCompact").bytes()
        return json.loads(text)["data"] if text.strip() else []


def main():
    name, folder, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    columns = [
        numpy.fromfile(f"{folder}/{file}", dtype=kind)
        for file, kind in (("series.i32", "<i4"), ("start.i64", "<i8"), ("value.f64", "<f8"))]
    peer = (DuckDB if name == "duckdb" else ClickHouse)(folder, *columns)
    seconds = []
    for _ in range(rounds + 1):
        begin = time.perf_counter()
        peer.run(peer.days)
        buckets = 0
        for bucket in peer.buckets:
            buckets += len(peer.run(
                f"SELECT series, {bucket} AS bucket, avg(total / n) AS average,"
                f" min(total / n) AS least, max(total / n) AS greatest, sum(n) AS samples"
                f" FROM days GROUP BY series, bucket"))
        seconds.append(time.perf_counter() - begin)
    days, total = peer.run("SELECT count(*), sum(total) FROM days")[0]
    print(json.dumps(
        {"seconds": seconds[1:], "days": int(days), "buckets": buckets, "sum": float(total)}))


if __name__ == "__main__":
    main()
