#pragma once

/// A pipe, its reading end first. No program that is started inherits it, and a reader is never
/// blocked. Returns 0, or -1 with errno set.
int dayline_pipe(int ends[2]);

/// Two ends of a local stream socket, the first of which does not block. No program that is started
/// inherits them. Returns 0, or -1 with errno set.
int dayline_socket_pair(int ends[2]);
