#!/usr/bin/env python3
"""Computes associations of generated series with numpy and scipy, as golden values for the tests.

  tools/associations-check.py --write   writes Tests/AssociationsTests/Golden/scipy.json
  tools/associations-check.py           fails if the file differs from what scipy computes

The adjustment, the autocorrelation and the bootstrap are written here a second time with numpy; rank
correlation, regression, Student's t and the false discovery rate are scipy's. Needs scipy 1.11 or
newer.
"""
import json
import os
import sys

import numpy as np
from scipy import stats

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GOLDEN = os.path.join(ROOT, "Tests", "AssociationsTests", "Golden", "scipy.json")
DAYS, LAGS, REPLICATES = 400, 70, 4000


def residuals(values):
    for step, count, least in ((1, 63, 7), (1, 63, 7), (7, 17, 4)):
        adjusted = np.full(len(values), np.nan)
        for day in range(len(values)):
            near = day + step * np.arange(-(count // 2), count // 2 + 1)
            near = values[near[(near >= 0) & (near < len(values))]]
            if not np.isnan(values[day]) and np.sum(~np.isnan(near)) >= least:
                adjusted[day] = values[day] - np.nanmean(near)
        values = adjusted
    return values


def autocorrelations(values):
    centred = values - np.nanmean(values)
    variance = np.nanmean(centred ** 2)
    found = []
    for lag in range(1, LAGS + 1):
        products = centred[:-lag] * centred[lag:]
        pairs = np.sum(~np.isnan(products))
        found.append(np.clip(np.nanmean(products) / variance, -1, 1) if pairs >= 30 else 0)
    return np.array(found)


def ranked(values):
    return stats.rankdata(values, nan_policy="omit")


def interval(first, second, both, statistic, generator):
    days = np.flatnonzero(both)
    span = np.arange(days[0], days[-1] + 1)
    length = max(1, round(2 * len(span) ** (1 / 3)))
    found = []
    for _ in range(REPLICATES):
        starts = generator.integers(len(span), size=-(-len(span) // length))
        chosen = span[((starts[:, None] + np.arange(length)) % len(span)).ravel()]
        chosen = chosen[both[chosen]]
        found.append(statistic(first[chosen], second[chosen]))
    return np.quantile(found, [0.025, 0.975])


def case(name, first, second, is_yes_no, generator):
    adjusted = residuals(first), residuals(second)
    both = ~np.isnan(adjusted[0]) & ~np.isnan(adjusted[1])
    x, y = adjusted[0][both], adjusted[1][both]
    compared = (x if is_yes_no else stats.rankdata(x)), stats.rankdata(y)
    correlation = (stats.pearsonr if is_yes_no else stats.spearmanr)(*compared).statistic
    products = (autocorrelations(adjusted[0] if is_yes_no else ranked(adjusted[0]))
                * autocorrelations(ranked(adjusted[1])))
    inflation = 1 + 2 * np.sum((1 - np.arange(1, LAGS + 1) / len(x)) * products)
    count = len(x) / max(inflation, 1)
    freedom = count - 2
    score = correlation * np.sqrt(freedom / (1 - correlation ** 2))
    if is_yes_no:
        effect = stats.linregress(x, y).slope
        bounds = interval(*adjusted, both, lambda a, b: stats.linregress(a, b).slope, generator)
    else:
        effect = correlation
        ranks = np.full((2, DAYS), np.nan)
        ranks[:, both] = compared
        bounds = interval(*ranks, both, lambda a, b: np.corrcoef(a, b)[0, 1], generator)

    def cells(values, digits):
        return [None if np.isnan(value) else round(float(value), digits) for value in values]

    return {
        "name": name, "isYesNo": is_yes_no, "first": cells(first, 3), "second": cells(second, 3),
        "residuals": cells(adjusted[1], 9), "correlation": correlation, "effectiveCount": count,
        "probability": 2 * stats.t.sf(abs(score), freedom), "effect": effect,
        "low": bounds[0], "high": bounds[1]}


def autoregressive(generator, share):
    noise, values = generator.normal(size=DAYS), [0.0]
    for step in noise[1:]:
        values.append(share * values[-1] + np.sqrt(1 - share ** 2) * step)
    return np.array(values)


def golden():
    generator = np.random.default_rng(20261123)
    days = np.arange(DAYS)
    slow = 3 * np.sin(days / 58) + days / 200 + (days % 7 == 6)
    cases = []
    for name, share, effect, is_yes_no, missing in (
            ("planted correlation", 0.3, 0.6, False, 0), ("no correlation", 0.8, 0, False, 0.2),
            ("planted difference", 0.5, 0.9, True, 0.1), ("no difference", 0.6, 0, True, 0)):
        first = autoregressive(generator, share)
        first = (first > 0.2).astype(float) if is_yes_no else first + slow
        second = effect * first + autoregressive(generator, share) - 2 * slow
        second[generator.random(DAYS) < missing] = np.nan
        cases.append(case(name, np.round(first, 3), np.round(second, 3), is_yes_no, generator))
    probabilities = np.round(generator.random(40) ** 4, 6)
    return {
        "cases": cases,
        "tails": [{"t": t, "freedom": freedom, "tail": 2 * stats.t.sf(t, freedom)}
                  for t in (0, 0.1, 1, 2.5, 6, 20) for freedom in (1, 2.5, 30, 777.7)],
        "probabilities": list(probabilities),
        "adjusted": list(stats.false_discovery_control(probabilities))}


def matches(first, second):
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(matches(first[k], second[k]) for k in first)
    if isinstance(first, list):
        return len(first) == len(second) and all(map(matches, first, second))
    if isinstance(first, float) and isinstance(second, (int, float)):
        return bool(np.isclose(first, second, rtol=1e-6, atol=1e-8))
    return first == second


def main():
    computed = json.loads(json.dumps(golden(), default=float))
    if sys.argv[1:] == ["--write"]:
        with open(GOLDEN, "w", encoding="utf-8") as file:
            json.dump(computed, file, separators=(",", ":"))
            file.write("\n")
        return
    with open(GOLDEN, encoding="utf-8") as file:
        if not matches(json.load(file), computed):
            sys.exit("The golden values differ from those of scipy. "
                     "Write them with: tools/associations-check.py --write")
    print("The golden values are those of scipy.")


main()
