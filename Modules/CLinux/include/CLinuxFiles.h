#pragma once

/// Renames `from` to `to` unless `to` exists. Returns 0, or -1 with errno set.
int dayline_rename_new(const char *from, const char *to);
