#pragma once

enum {
    dayline_access_read = 1,
    dayline_access_execute = 2,
    dayline_access_write = 4,
};

/// The access that a program has to a file, or to everything below a folder.
struct dayline_path_rule {
    /// NULL if the rule is about the descriptor.
    const char *path;
    int descriptor;
    /// A union of `dayline_access_…`.
    int access;
};

/// The Landlock ABI version of this kernel; 0 without Landlock.
int dayline_landlock_abi(void);

/// A ruleset that allows only what the rules allow: no other file, no TCP, no abstract socket and no
/// signal to processes outside. A rule for a path that does not exist has no effect.
///
/// Returns a descriptor, or -1 with errno set.
int dayline_landlock_ruleset(int abi, const struct dayline_path_rule *rules, int count);

/// Allows the program to read and list its own folder of /proc, and to read, but not list, the rest of
/// /proc. Called by the process that becomes the program. Returns 0 or -1.
int dayline_landlock_allow_own_proc(int ruleset);

/// Restricts the calling process. Returns 0 or -1.
int dayline_landlock_restrict(int ruleset);
