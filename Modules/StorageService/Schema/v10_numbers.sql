-- An entry names its activity by a number, says in one bit whether it is a completion, and has a UUID
-- as its 16 bytes: in each of very many rows, and in two indexes, their texts were most of it.

-- The numbers of activities within entries. They stay when no entry has them any more.
CREATE TABLE entry_activity (
    profile_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (profile_id, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entry_activity_by_id ON entry_activity (profile_id, id);
INSERT INTO entry_activity (profile_id, number, id)
    SELECT profile_id, row_number() OVER (PARTITION BY profile_id ORDER BY activity), activity
    FROM (SELECT profile_id, activity FROM entry
        UNION SELECT profile_id, activity FROM displaced_entry);

ALTER TABLE entry RENAME TO worded_entry;
CREATE TABLE entry (
    profile_id INTEGER NOT NULL,
    -- Rises; of two entries on a day the one with the greater number is the newer.
    number INTEGER NOT NULL,
    -- 16 bytes: the UUID that they are, in capitals; else text.
    id ANY NOT NULL,
    -- The number of entry_activity.
    activity INTEGER NOT NULL,
    -- Civil days since 1970-01-01.
    day INTEGER NOT NULL,
    -- 0: skipped.
    is_completed INTEGER NOT NULL,
    -- In the activity's unit.
    value REAL,
    slot TEXT,
    -- NULL: a person.
    source TEXT,
    note TEXT,
    -- Why it was skipped.
    reason TEXT,
    -- As the person wrote the number.
    entered_amount REAL,
    entered_unit TEXT,
    -- Both JSON: file names by view, and an answer that is no number.
    photos TEXT,
    answer TEXT,
    mood INTEGER,
    place TEXT,
    -- Milliseconds since 1970.
    logged_at INTEGER,
    -- The change that wrote the row last.
    revision INTEGER NOT NULL,
    style INTEGER,
    PRIMARY KEY (profile_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO entry
    SELECT worded.profile_id, worded.number, entry_key(worded.id), named.number, day,
        status = 'completed', value, slot, nullif(source, 'person'), note, reason, entered_amount,
        entered_unit, photos, answer, mood, place, logged_at, revision, style
    FROM worded_entry AS worded CROSS JOIN entry_activity AS named
    ON named.profile_id = worded.profile_id AND named.id = worded.activity
    ORDER BY worded.profile_id, worded.number;
DROP TABLE worded_entry;
CREATE UNIQUE INDEX entry_by_id ON entry (profile_id, id);
-- All that the days of an activity are made of.
CREATE INDEX entry_by_day ON entry (profile_id, activity, day, number, value)
    WHERE is_completed = 1;

DROP TRIGGER step_forgotten;
ALTER TABLE displaced_entry RENAME TO worded_entry;
CREATE TABLE displaced_entry (
    profile_id INTEGER NOT NULL,
    step INTEGER NOT NULL,
    -- From here on as in the table entry.
    number INTEGER NOT NULL,
    id ANY NOT NULL,
    activity INTEGER NOT NULL,
    day INTEGER NOT NULL,
    is_completed INTEGER NOT NULL,
    value REAL,
    slot TEXT,
    source TEXT,
    note TEXT,
    reason TEXT,
    entered_amount REAL,
    entered_unit TEXT,
    photos TEXT,
    answer TEXT,
    mood INTEGER,
    place TEXT,
    logged_at INTEGER,
    revision INTEGER NOT NULL,
    style INTEGER,
    PRIMARY KEY (profile_id, step, number)
) STRICT, WITHOUT ROWID;
INSERT INTO displaced_entry
    SELECT worded.profile_id, step, worded.number, entry_key(worded.id), named.number, day,
        status = 'completed', value, slot, nullif(source, 'person'), note, reason, entered_amount,
        entered_unit, photos, answer, mood, place, logged_at, revision, style
    FROM worded_entry AS worded CROSS JOIN entry_activity AS named
    ON named.profile_id = worded.profile_id AND named.id = worded.activity
    ORDER BY worded.profile_id, step, worded.number;
DROP TABLE worded_entry;
CREATE TRIGGER step_forgotten AFTER DELETE ON step WHEN old.is_fill = 1
BEGIN
    DELETE FROM displaced_entry WHERE profile_id = old.profile_id AND step = old.first_change;
    DELETE FROM displaced_document WHERE profile_id = old.profile_id AND step = old.first_change;
END;
