#pragma once

// The functions of SQLite's preupdate hook. <sqlite3.h> declares them only if
// SQLITE_ENABLE_PREUPDATE_HOOK is defined; the libraries of the distributions are built with it.

struct sqlite3;
struct sqlite3_value;

void *sqlite3_preupdate_hook(
    struct sqlite3 *db,
    void (*hook)(void *context, struct sqlite3 *db, int operation, const char *database,
                 const char *table, long long old_row_id, long long new_row_id),
    void *context);
int sqlite3_preupdate_old(struct sqlite3 *db, int column, struct sqlite3_value **value);
int sqlite3_preupdate_new(struct sqlite3 *db, int column, struct sqlite3_value **value);
