#pragma once

/// Takes a lock on the whole file, which lasts as long as this open file. Returns 0, or an errno:
/// EAGAIN when somebody has it.
int dayline_lock(int fd);

/// 1 when somebody else has the lock, 0 when nobody has, -1 when that cannot be told. Asking takes
/// no lock, so it is never in the way of somebody who wants it.
int dayline_is_locked(int fd);
