"""How a call ends when it does not succeed: gRPC's codes, each a class of its own."""

NAMES = [
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
    "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED",
    "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
]


class DaylineError(Exception):
    """A failed call: `code` (a name of NAMES), `message` for people, and `hint` (or None)."""

    code = "UNKNOWN"

    def __init__(self, message, hint=None):
        super().__init__(f"{message} {hint}" if hint else message)
        self.message = message
        self.hint = hint


def _class(code):
    name = "".join(part.capitalize() for part in code.split("_"))
    return type(name, (DaylineError,), {"code": code, "__doc__": f"A call that ended {code}."})


BY_CODE = {code: _class(code) for code in NAMES[1:]}
globals().update({cls.__name__: cls for cls in BY_CODE.values()})


def error(number, message, hint=None):
    """The exception for a status number."""
    code = NAMES[number] if 0 < number < len(NAMES) else "UNKNOWN"
    return BY_CODE[code](message or f"The call failed ({code}).", hint)


def lost(endpoint):
    return error(14, f"The connection to {endpoint} was lost before the answer.",
                 "Try again in a moment.")


def not_running(endpoint):
    return error(14, f"Dayline is not running: nothing answers at {endpoint}.",
                 "Start it with: dayline up")
