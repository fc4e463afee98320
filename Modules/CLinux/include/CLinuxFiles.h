#pragma once

/// Renames `from` to `to` unless `to` exists. Returns 0, or -1 with errno set.
int dayline_rename_new(const char *from, const char *to);

/// True if a process has the file of `descriptor` open for writing; false if that is unknown, as for a
/// file of another user or of a network file system. `descriptor` is open for reading only.
int dayline_is_written(int descriptor);

/// Syncs the whole file system of `folder` to its disk. Returns 0, or -1 with errno set.
int dayline_sync_file_system(const char *folder);
