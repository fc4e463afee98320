#pragma once

/// Locks the whole file until the open file description is closed. Returns 0 or an errno: EAGAIN if
/// another
/// one has the lock.
int dayline_lock(int fd);

/// 1 if another open file description has the lock, 0 if the file is not locked, -1 on failure. The query
/// does not lock the file, so it never makes `dayline_lock` fail elsewhere.
int dayline_is_locked(int fd);
