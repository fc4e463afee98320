-- What was logged. Rows of a profile lie in the order in which they were logged.
CREATE TABLE entry (
    profile_id INTEGER NOT NULL,
    -- Rises; of two entries on a day the one with the greater number is the newer.
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    activity TEXT NOT NULL,
    -- Civil days since 1970-01-01.
    day INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('completed', 'skipped')),
    -- In the activity's unit.
    value REAL,
    slot TEXT,
    source TEXT NOT NULL,
    note TEXT,
    -- Why it was skipped.
    reason TEXT,
    -- As the person wrote the number.
    entered_amount REAL,
    entered_unit TEXT,
    -- Both JSON: file names by view, and an answer that is no number.
    photos TEXT,
    answer TEXT,
    -- Milliseconds since 1970.
    logged_at INTEGER,
    -- The change that wrote the row last.
    revision INTEGER NOT NULL,
    PRIMARY KEY (profile_id, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entry_by_id ON entry (profile_id, id);
CREATE INDEX entry_by_day ON entry (profile_id, activity, day, status, value);

-- What else a person keeps: categories, activities, goals and so on, each a JSON document.
CREATE TABLE tracked (
    profile_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (profile_id, kind, id)
) STRICT, WITHOUT ROWID;

-- Changes that were made together, and are undone together: a range of the change log.
CREATE TABLE step (
    profile_id INTEGER NOT NULL,
    first_change INTEGER NOT NULL,
    last_change INTEGER NOT NULL,
    -- What was done, in words.
    summary TEXT NOT NULL,
    -- Undone steps are the last ones, and go with the next change.
    is_undone INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (profile_id, first_change)
) STRICT, WITHOUT ROWID;
