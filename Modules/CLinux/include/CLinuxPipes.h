#pragma once

/// Opens a close-on-exec pipe: the non-blocking reading end, then the writing end. Returns 0, or -1 with
/// errno set.
int dayline_pipe(int ends[2]);

/// Opens a pair of connected close-on-exec local stream sockets, of which the first is non-blocking.
/// Returns
/// 0, or -1 with errno set.
int dayline_socket_pair(int ends[2]);
