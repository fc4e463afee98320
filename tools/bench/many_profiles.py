"""Trends and day totals of many profiles in PostgreSQL.

Profiles are copies of imported ones, made by SQL: profiles of the bus need an import each.
"""
import random
import statistics

import answers
from engine_systems import Row, client, run_command, trend_milliseconds

#: The tables that a trend reads.
TABLES = ("profile_zone", "setting", "series", "metric_state", "day_block")
METRIC = "stepCount"
FEW = 10
#: Calls before the counted ones, so that all workers have the ten profiles in their caches.
UNCOUNTED_CALLS, WARM_CALLS = 100, 1000
TOTAL_PROFILES = 10_000
BYTES_PER_GB = 1e9


def import_profile(engines, system, name, seed):
    """A profile with an import of all years."""
    run_command(system, "profile", "add", name, "--zone", "UTC")
    run_command(system, "--profile", name, "import", engines.export(seed))


def copy_profile(engines, system, name, first, count, metric=None):
    """Adds the profiles copyFIRST and so on with the day totals of a profile, or of one of its metrics."""
    def execute(statement):
        return engines.server.execute(statement, system.database)

    source = execute(f"SELECT profile_id FROM dayline.profile_name WHERE name_key = '{name}'")
    numbers = f"generate_series({first}, {first + count - 1}) AS number"
    statements = [f"INSERT INTO dayline.profile_name SELECT 'copy' || number, number FROM {numbers}"]
    for table in ("profile", *TABLES):
        columns = execute(
            "SELECT string_agg(column_name, ',' ORDER BY ordinal_position) FROM information_schema.columns "
            f"WHERE table_schema = 'dayline' AND table_name = '{table}'").split(",")
        changed = {"profile_id": "number", "owner_epoch": "0", "name": "'copy' || number"}
        values = ", ".join(changed.get(column, column) for column in columns)
        condition = f" AND metric = '{metric}'" if metric and "metric" in columns else ""
        statements.append(
            f"INSERT INTO dayline.{table} ({', '.join(columns)}) SELECT {values} FROM dayline.{table}, {numbers} "
            f"WHERE profile_id = {source}{condition}")
    execute("; ".join(statements))
    execute("VACUUM ANALYZE")


def trend_rows(engines):
    """Trends in a database with few profiles and in one with many."""
    chance = random.Random(1)

    def warm_p99(way, _):
        """Milliseconds of trends of ten profiles in turn."""
        system, _ = way
        with client(system) as bus:
            times = [trend_milliseconds(bus, METRIC, f"copy{number % FEW + 1}")
                     for number in range(UNCOUNTED_CALLS + WARM_CALLS)]
        return answers.percentile(times[UNCOUNTED_CALLS:], 0.99)

    def first_trends(way, _):
        """Milliseconds of the first trends of ten profiles after a start of all processes."""
        system, count = way
        run_command(system, "restart")
        with client(system) as bus:
            # Both aggregation workers load their code.
            for _ in range(4):
                trend_milliseconds(bus, METRIC, "person")
            return [trend_milliseconds(bus, METRIC, f"copy{number + 1}")
                    for number in chance.sample(range(count), FEW)]

    with engines.postgres() as few, engines.postgres() as many:
        ways = {"few": (few, FEW), "many": (many, engines.options.profiles)}
        for system, count in ways.values():
            import_profile(engines, system, "person", 1)
            copy_profile(engines, system, "person", 1, count, METRIC)
        warm = engines.alternating(warm_p99, ways)
        with client(many) as bus:
            spread = answers.percentile(
                [trend_milliseconds(bus, METRIC, f"copy{chance.randint(1, engines.options.profiles)}")
                 for _ in range(WARM_CALLS)], 0.99)
        cold = {name: sum(rounds, []) for name, rounds in engines.alternating(first_trends, ways).items()}

    def row(name, found, remark=""):
        base, other = (statistics.median(found[way]) for way in ways)
        return Row(f"trends with {engines.options.profiles:,} profiles instead of {FEW}: {name}",
                   f"{base:.3f} ms", f"{other:.3f} ms{remark}", other / base, 1.5)

    return [row("the same ten, p99", warm, f"; all in random order {spread:.3f} ms"),
            row("the first after a restart, p50", cold)]


def size_rows(engines):
    """The size of day totals, extrapolated from some profiles."""
    options = engines.options
    with engines.postgres() as system:
        for seed in range(1, options.seeds + 1):
            import_profile(engines, system, f"person{seed}", seed)
        first = 1
        for seed in range(1, options.seeds + 1):
            # The imported profiles count, too.
            count = (options.measured - first + 1 - options.seeds + seed - 1) // (options.seeds - seed + 1)
            copy_profile(engines, system, f"person{seed}", first, count)
            first += count

        def number(query):
            return int(engines.server.execute(query, system.database))

        profiles = number("SELECT count(DISTINCT profile_id) FROM dayline.day_block")
        metrics = number("SELECT count(DISTINCT metric) FROM dayline.day_block")
        size = number("SELECT pg_total_relation_size('dayline.day_block')")
    total = size / profiles * TOTAL_PROFILES / BYTES_PER_GB
    return [Row(f"day totals of {TOTAL_PROFILES:,} profiles, {metrics} metrics, {options.years} years, in GB "
                f"(extrapolated from {profiles}, copies of {options.seeds} imports)",
                "", f"{size / profiles / 1e6:.2f} MB a profile", total, 30)]
