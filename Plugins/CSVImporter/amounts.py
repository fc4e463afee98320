"""Numbers of a table, with decimal commas, thousands separators and units."""

from __future__ import annotations

import array
import re

_AMOUNT = re.compile(r"\s*([-+]?[\d.,'’\s]*\d(?:[.,]?[eE][-+]?\d+)?)\s*([^\d\s]\D*?)?\s*")
_GROUPED = {
    ".": re.compile(r"[-+]?\d{1,3}([,'’\s]\d{3})+(\.\d+)?([eE][-+]?\d+)?"),
    ",": re.compile(r"[-+]?\d{1,3}([.'’\s]\d{3})+(,\d+)?([eE][-+]?\d+)?"),
}
_PLAIN = {
    ".": re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?"),
    ",": re.compile(r"[-+]?(\d+,?\d*|,\d+)([eE][-+]?\d+)?"),
}
_SEPARATORS = re.compile(r"['’\s]")


def amount(text, decimal):
    """The number of a text, and its unit or None. Raises ValueError."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError("its value is not a number")
    digits = match[1].strip()
    if _GROUPED[decimal].fullmatch(digits):
        digits = _SEPARATORS.sub("", digits).replace("." if decimal == "," else ",", "")
    elif not _PLAIN[decimal].fullmatch(digits):
        raise ValueError("its value is not a number")
    return float(digits.replace(",", ".")), match[2]


def amounts(texts, decimal):
    """The numbers of many texts as an array. Raises ValueError if one is not a plain number."""
    if decimal == ",":
        joined = "\n".join(texts)
        if "." in joined:
            raise ValueError("a thousands separator")
        texts = joined.replace(",", ".").split("\n")
    return array.array("d", map(float, texts))


def decimal_mark(texts, delimiter):
    """The decimal mark of numbers, and True if they show it without doubt."""
    comma = point = doubtful = 0
    for text in texts:
        match = _AMOUNT.fullmatch(text)
        if match is None:
            continue
        digits = match[1].strip()
        last = max(digits.rfind(","), digits.rfind("."))
        if last < 0:
            continue
        mark, tail = digits[last], len(re.match(r"\d*", digits[last + 1:])[0])
        is_grouping = digits.count(mark) > 1
        if is_grouping or (tail == 3 and not digits.lstrip("-+").startswith("0")
                           and ("," in digits) == ("." not in digits)):
            # 1.234 is a number with a fraction, or one with a separator.
            doubtful += not is_grouping
            if is_grouping:
                comma, point = comma + (mark == "."), point + (mark == ",")
        elif mark == ",":
            comma += 1
        else:
            point += 1
    if comma == point:
        return ("," if delimiter == ";" else "."), not doubtful
    return ("," if comma > point else "."), True


def is_amount(text, decimal=None):
    """True if a text is a number, with either decimal mark if none is given."""
    for mark in (decimal,) if decimal else (".", ","):
        try:
            amount(text, mark)
            return True
        except ValueError:
            continue
    return False


def unit(text):
    """The text after the number of an amount; None without one."""
    match = _AMOUNT.fullmatch(text)
    return match[2] if match else None
