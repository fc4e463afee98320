"""Dayline's bus from Python: needs pyzmq, and nothing else."""

from . import aio
from .client import Dayline
from .errors import DaylineError

__all__ = ["Dayline", "DaylineError", "aio"]
