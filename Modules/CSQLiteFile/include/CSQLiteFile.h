#ifndef DAYLINE_CSQLITEFILE_H
#define DAYLINE_CSQLITEFILE_H

struct sqlite3;

/* Opens the database in a file that is already open, for reading only. SQLite opens no other file: it
 * needs neither a path nor a folder, and takes the database for one that no process changes. The caller
 * keeps ownership of `descriptor`, which has to stay open until the database is closed.
 * Returns a result code of SQLite. */
int dayline_sqlite_open(int descriptor, struct sqlite3 **database);

#endif
