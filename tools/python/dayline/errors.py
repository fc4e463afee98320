"""The errors of calls: a class for each of gRPC's codes."""

from __future__ import annotations

NAMES = [
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
    "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED",
    "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
]


class DaylineError(Exception):
    """A failed call: `code` (a name of NAMES), `message` for people, and `hint` (or None)."""

    code = "UNKNOWN"

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(f"{message} {hint}" if hint else message)
        self.message = message
        self.hint = hint


class Cancelled(DaylineError):
    """A call that ended CANCELLED."""

    code = "CANCELLED"


class Unknown(DaylineError):
    """A call that ended UNKNOWN."""

    code = "UNKNOWN"


class InvalidArgument(DaylineError):
    """A call that ended INVALID_ARGUMENT."""

    code = "INVALID_ARGUMENT"


class DeadlineExceeded(DaylineError):
    """A call that ended DEADLINE_EXCEEDED."""

    code = "DEADLINE_EXCEEDED"


class NotFound(DaylineError):
    """A call that ended NOT_FOUND."""

    code = "NOT_FOUND"


class AlreadyExists(DaylineError):
    """A call that ended ALREADY_EXISTS."""

    code = "ALREADY_EXISTS"


class PermissionDenied(DaylineError):
    """A call that ended PERMISSION_DENIED."""

    code = "PERMISSION_DENIED"


class ResourceExhausted(DaylineError):
    """A call that ended RESOURCE_EXHAUSTED."""

    code = "RESOURCE_EXHAUSTED"


class FailedPrecondition(DaylineError):
    """A call that ended FAILED_PRECONDITION."""

    code = "FAILED_PRECONDITION"


class Aborted(DaylineError):
    """A call that ended ABORTED."""

    code = "ABORTED"


class OutOfRange(DaylineError):
    """A call that ended OUT_OF_RANGE."""

    code = "OUT_OF_RANGE"


class Unimplemented(DaylineError):
    """A call that ended UNIMPLEMENTED."""

    code = "UNIMPLEMENTED"


class Internal(DaylineError):
    """A call that ended INTERNAL."""

    code = "INTERNAL"


class Unavailable(DaylineError):
    """A call that ended UNAVAILABLE."""

    code = "UNAVAILABLE"


class DataLoss(DaylineError):
    """A call that ended DATA_LOSS."""

    code = "DATA_LOSS"


class Unauthenticated(DaylineError):
    """A call that ended UNAUTHENTICATED."""

    code = "UNAUTHENTICATED"


class NotRunning(Unavailable):
    """A call that was not sent because no broker accepts connections."""


BY_CODE: dict[str, type[DaylineError]] = {
    kind.code: kind
    for kind in (
        Cancelled, Unknown, InvalidArgument, DeadlineExceeded, NotFound, AlreadyExists,
        PermissionDenied, ResourceExhausted, FailedPrecondition, Aborted, OutOfRange,
        Unimplemented, Internal, Unavailable, DataLoss, Unauthenticated)
}


def error(number: int, message: str | None, hint: str | None = None) -> DaylineError:
    """The exception for a status number."""
    code = NAMES[number] if 0 < number < len(NAMES) else "UNKNOWN"
    return BY_CODE[code](message or f"The call failed ({code}).", hint)


def lost(endpoint: str) -> DaylineError:
    """The exception for a connection that was lost during a call."""
    return error(14, f"The connection to {endpoint} was lost before the answer.",
                 "Try again in a moment.")


def refused(endpoint: str, key: str) -> DaylineError:
    """The exception for a key that the broker does not accept."""
    return error(16, f"{endpoint} does not accept the key \"{key}\".",
                 "Create another on the machine of the home: dayline keys new NAME --role ROLE")


def not_running(endpoint: str, has_key: bool = False) -> DaylineError:
    """The exception for an endpoint at which nothing answers."""
    if not endpoint.startswith("tcp://"):
        return NotRunning(f"Dayline is not running: nothing answers at {endpoint}.",
                          "Start it with: dayline up")
    if not has_key:
        return NotRunning(f"Dayline does not answer at {endpoint} without a key.",
                          "Create a key on the machine of the home with: dayline keys new NAME --role ROLE; "
                          "then pass its file as key_file.")
    return NotRunning(f"Dayline does not answer at {endpoint}, or with another server key.",
                      "On the machine of the home, show the address with: "
                      "dayline settings get listen")


def invalid_endpoint(endpoint: str, reason: str) -> DaylineError:
    """The exception for an address that cannot be used; `reason` is a phrase."""
    return error(3, f"\"{endpoint}\" is not an address of Dayline: {reason}.",
                 "Use the address of the setting listen, such as tcp://192.168.1.20:8421.")
