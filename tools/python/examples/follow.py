#!/usr/bin/env python3
"""Prints every change of a profile until interrupted, without losing any.

usage: follow.py [NUMBER]   (start after that change; 0 for all)

DAYLINE_HOME and DAYLINE_PROFILE select the profile.
"""
import asyncio
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from dayline import DaylineError, aio  # noqa: E402


async def main(since=None):
    async with aio.Dayline(profile=os.environ.get("DAYLINE_PROFILE")) as bus:
        async for change in bus.changes(None if since is None else int(since), follow=True):
            print(change["number"], change["at"], change["kind"], change["key"],
                  change.get("before"), "->", change.get("after"), flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    try:
        asyncio.run(main(*sys.argv[1:]))
    except DaylineError as error:
        sys.exit(f"{error.code}: {error}")
    except KeyboardInterrupt:
        pass
