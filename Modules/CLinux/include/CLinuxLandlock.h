#pragma once

enum {
    dayline_access_read = 1,
    dayline_access_execute = 2,
    dayline_access_write = 4,
};

/// What a program may do with a file, or with everything below a folder.
struct dayline_path_rule {
    /// NULL where the descriptor counts.
    const char *path;
    int descriptor;
    /// A union of `dayline_access_…`.
    int access;
};

/// The version of Landlock's interface that this kernel has; 0 without Landlock.
int dayline_landlock_abi(void);

/// A ruleset that allows what the rules say and nothing else: no other file, no TCP, no abstract socket
/// and no signal to processes outside. A path that does not exist allows nothing.
///
/// Returns a descriptor, or -1 with `errno`.
int dayline_landlock_ruleset(int abi, const struct dayline_path_rule *rules, int count);

/// Lets the ruleset's program read and list its own part of /proc, and read, but not list, the rest
/// of /proc. Called by the process that becomes the program. Returns 0 or -1.
int dayline_landlock_allow_own_proc(int ruleset);

/// Restricts the calling process. Returns 0 or -1.
int dayline_landlock_restrict(int ruleset);
