"""A client of Dayline's bus. It requires pyzmq only."""

from . import aio
from .client import Dayline
from .errors import DaylineError

__all__ = ["Dayline", "DaylineError", "aio"]
