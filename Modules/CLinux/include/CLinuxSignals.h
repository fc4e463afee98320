#pragma once

/// Has SIGTERM, SIGINT and SIGHUP wait to be read from a descriptor rather than end the process, and
/// SIGPIPE ignored. To be called before the process has a second thread, since threads inherit what
/// is blocked. Returns the descriptor, which never blocks a reader, or -1.
int dayline_signals_open(void);

/// The next signal that waits, or 0 when none does.
int dayline_signals_next(int fd);
