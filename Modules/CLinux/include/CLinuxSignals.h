#pragma once

/// Blocks SIGTERM, SIGINT and SIGHUP, makes them readable from a descriptor, and ignores SIGPIPE. Call
/// this
/// before the process starts a second thread, because threads inherit the mask of blocked signals.
/// Returns
/// the non-blocking descriptor, or -1.
int dayline_signals_open(void);

/// The next pending signal; 0 if there is none.
int dayline_signals_next(int fd);
