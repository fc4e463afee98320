-- For each profile and table the number of rows and the sum of their hashes, written in the transaction
-- that changes the rows: a row that anything else changed or deleted makes a difference.
CREATE TABLE row_checksum (
    profile INTEGER NOT NULL,
    name TEXT NOT NULL,
    rows INTEGER NOT NULL,
    high INTEGER NOT NULL,
    low INTEGER NOT NULL,
    PRIMARY KEY (profile, name)
) STRICT, WITHOUT ROWID;

-- Changes that were acknowledged and that the database no longer had at a start.
CREATE TABLE missing_change (
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    -- Milliseconds since 1970: of the last change before them (0: none), and of the last of them.
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    noticed_at INTEGER NOT NULL
) STRICT;

-- Writes rows from before the columns of the fifth step with them: SQLite reports the default of a column
-- that a row does not have as NULL to its preupdate hook.
UPDATE step SET is_fill = is_fill;
