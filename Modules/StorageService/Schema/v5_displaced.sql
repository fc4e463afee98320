-- A step that took very many records in at once. The log has one line of it, so that what it put
-- aside is kept here, and taking it back exchanges the two.
ALTER TABLE step ADD COLUMN is_fill INTEGER NOT NULL DEFAULT 0;
-- The entries that it added have these numbers; none when the last is before the first.
ALTER TABLE step ADD COLUMN first_entry INTEGER NOT NULL DEFAULT 1;
ALTER TABLE step ADD COLUMN last_entry INTEGER NOT NULL DEFAULT 0;
-- It took the place of all entries, and not only of those that it names.
ALTER TABLE step ADD COLUMN replaces_entries INTEGER NOT NULL DEFAULT 0;

-- The side of a step that does not hold: what was there before it while it is done, what it brought
-- while it is undone. During an exchange the number of the step is negative for what goes aside.
CREATE TABLE displaced_entry (
    profile_id INTEGER NOT NULL,
    step INTEGER NOT NULL,
    -- From here on as in the table entry.
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    activity TEXT NOT NULL,
    day INTEGER NOT NULL,
    status TEXT NOT NULL,
    value REAL,
    slot TEXT,
    source TEXT NOT NULL,
    note TEXT,
    reason TEXT,
    entered_amount REAL,
    entered_unit TEXT,
    photos TEXT,
    answer TEXT,
    logged_at INTEGER,
    revision INTEGER NOT NULL,
    PRIMARY KEY (profile_id, step, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE displaced_document (
    profile_id INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER,
    -- NULL: there was none.
    body TEXT,
    PRIMARY KEY (profile_id, step, kind, id)
) STRICT, WITHOUT ROWID;

-- A step that is forgotten can no longer be taken back or made again.
CREATE TRIGGER step_forgotten AFTER DELETE ON step WHEN old.is_fill = 1
BEGIN
    DELETE FROM displaced_entry WHERE profile_id = old.profile_id AND step = old.first_change;
    DELETE FROM displaced_document WHERE profile_id = old.profile_id AND step = old.first_change;
END;
