#pragma once

/// Gives the file `from` the name `to`, unless there is a file of that name. Returns 0, or -1 with
/// errno set.
int dayline_rename_new(const char *from, const char *to);
