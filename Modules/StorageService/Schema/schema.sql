-- The schema of the first release. Later releases change it by migrations; see docs/decisions/0081.
--
-- Conventions: every table of a profile's rows has the column profile_id, by which removing a profile
-- deletes its rows. Instants are in milliseconds since 1970, days are civil days since 1970-01-01, and
-- versions are values of profile.data_version. Columns named is_… are 0 or 1.


-- Profiles

CREATE TABLE profile (
    -- Never reused.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    -- Incremented with every change of samples, health rows, source orders or zones.
    data_version INTEGER NOT NULL DEFAULT 0,
    -- Earlier versions may belong to another profile that had this name.
    known_from INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The time zones of a profile. A zone is valid from 00:00 of its day until the next row.
CREATE TABLE profile_zone (
    profile_id INTEGER NOT NULL,
    -- NULL in the first row of a profile.
    from_day INTEGER,
    -- IANA name.
    zone TEXT NOT NULL,
    UNIQUE (profile_id, from_day)
) STRICT;

CREATE TABLE setting (
    profile_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (profile_id, key)
) STRICT, WITHOUT ROWID;


-- Samples

-- All samples of one metric, source and device.
CREATE TABLE series (
    -- Never reused.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL,
    metric TEXT NOT NULL,
    -- The normalized name of the source.
    source_key TEXT NOT NULL,
    device TEXT NOT NULL,
    -- 1: entered by a person.
    is_entered INTEGER NOT NULL,
    -- 'raw', or the length of the intervals of aggregated samples.
    resolution TEXT NOT NULL,
    unit TEXT NOT NULL,
    -- The display name of the source.
    source TEXT NOT NULL
) STRICT;
CREATE INDEX series_by_source ON series (profile_id, metric, source_key, device);
-- For finding a series with another unit than the others of its metric.
CREATE INDEX series_by_unit ON series (profile_id, metric, unit);

-- The compressed samples of chunks, apart from the rows that describe them, so that publishing an
-- import moves only small rows.
CREATE TABLE chunk_data (
    id INTEGER PRIMARY KEY,
    profile_id INTEGER NOT NULL,
    bytes BLOB NOT NULL
) STRICT;

-- Published chunks: the samples of one series within one segment of time. The bulk of the rows, in key
-- order.
CREATE TABLE settled_chunk (
    profile_id INTEGER NOT NULL,
    series_id INTEGER NOT NULL,
    -- The number of the segment: the start of its samples divided by 2^20 seconds.
    segment INTEGER NOT NULL,
    -- The number of samples.
    count INTEGER NOT NULL,
    -- The first start and the last end of a sample.
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    min REAL NOT NULL,
    max REAL NOT NULL,
    sum REAL NOT NULL,
    -- The hash of the samples, by which imports find chunks that they do not change.
    hash_high INTEGER NOT NULL,
    hash_low INTEGER NOT NULL,
    -- The row of chunk_data.
    data_id INTEGER NOT NULL,
    PRIMARY KEY (profile_id, series_id, segment)
) STRICT, WITHOUT ROWID;

-- Published chunks of small publications, in a small table of their own: one page changes instead of
-- one for each series. A row takes precedence over the settled row with the same key.
CREATE TABLE recent_chunk (
    profile_id INTEGER NOT NULL,
    series_id INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    count INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    min REAL NOT NULL,
    max REAL NOT NULL,
    sum REAL NOT NULL,
    hash_high INTEGER NOT NULL,
    hash_low INTEGER NOT NULL,
    data_id INTEGER NOT NULL,
    PRIMARY KEY (profile_id, series_id, segment)
) STRICT, WITHOUT ROWID;

-- All published chunks.
CREATE VIEW chunk AS
    SELECT * FROM recent_chunk
    UNION ALL
    SELECT * FROM settled_chunk AS settled WHERE NOT EXISTS (
        SELECT 1 FROM recent_chunk AS recent
        WHERE recent.profile_id = settled.profile_id AND recent.series_id = settled.series_id
            AND recent.segment = settled.segment);

-- Samples that a person deleted or replaced. Imports ignore them.
CREATE TABLE correction (
    profile_id INTEGER NOT NULL,
    -- The identity of the sample.
    series_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    value REAL NOT NULL,
    -- The attributes of the sample, with which it is restored: JSON, text by number of the kind.
    attributes TEXT NOT NULL,
    -- The value of the replacement in the series of entered values. NULL: the sample was deleted.
    replacement REAL,
    PRIMARY KEY (profile_id, series_id, start, end, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX correction_by_time ON correction (profile_id, start, end);

-- The source order of a metric. A metric without rows has the default order.
CREATE TABLE source_order (
    profile_id INTEGER NOT NULL,
    metric TEXT NOT NULL,
    -- 0 is the highest priority.
    position INTEGER NOT NULL,
    source_key TEXT NOT NULL,
    PRIMARY KEY (profile_id, metric, position)
) STRICT, WITHOUT ROWID;


-- Health rows: records that are not samples. The columns are the identity of a row, content is the
-- whole row as JSON.

CREATE TABLE workout (
    profile_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    type TEXT NOT NULL,
    source_key TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (profile_id, start, end, type, source_key)
) STRICT;

CREATE TABLE correlation (
    profile_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    type TEXT NOT NULL,
    source_key TEXT NOT NULL,
    -- Identifies the members: the foods of a meal have the same type, source and times.
    detail TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (profile_id, start, end, type, source_key, detail)
) STRICT;

CREATE TABLE activity_summary (
    profile_id INTEGER NOT NULL,
    -- YYYY-MM-DD as in the export.
    day TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (profile_id, day)
) STRICT, WITHOUT ROWID;


-- Imports

CREATE TABLE import (
    -- Never reused.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('staged', 'published')),
    importer TEXT NOT NULL,
    -- The path of the file as the importer was given it.
    file TEXT NOT NULL,
    -- JSON, NULL until the import is published: the import report, and the names of changed metrics.
    report TEXT,
    metrics TEXT
) STRICT;
CREATE INDEX import_by_profile ON import (profile_id, state);

-- Rejected items of an import, in the order of the file.
CREATE TABLE quarantined (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    type TEXT NOT NULL,
    -- The place in the file.
    byte_offset INTEGER NOT NULL,
    line INTEGER NOT NULL,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (profile_id, import_id, position)
) STRICT;

-- The chunks of an import until it is published; columns as in settled_chunk. count = 0: publishing
-- removes the chunk.
CREATE TABLE staged_chunk (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    series_id INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    count INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    min REAL NOT NULL,
    max REAL NOT NULL,
    sum REAL NOT NULL,
    hash_high INTEGER NOT NULL,
    hash_low INTEGER NOT NULL,
    data_id INTEGER NOT NULL,
    PRIMARY KEY (profile_id, import_id, series_id, segment)
) STRICT, WITHOUT ROWID;

-- The health rows of an import until it is published. A column that a kind does not have is 0 or empty.
CREATE TABLE staged_row (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    -- 'Workout', 'Correlation' or 'ActivitySummary'.
    kind TEXT NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    type TEXT NOT NULL,
    source_key TEXT NOT NULL,
    -- As in correlation; the day of a summary.
    detail TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (profile_id, import_id, kind, start, end, type, source_key, detail)
) STRICT;

-- Samples that reconciliation removed, as one chunk for each chunk that had them. import_id = 0: a
-- damaged chunk that a repair removed.
CREATE TABLE removed_chunk (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    series_id INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    count INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (profile_id, import_id, series_id, segment)
) STRICT;

-- Health rows that reconciliation removes when the import is published; columns as in staged_row.
CREATE TABLE removed_row (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    type TEXT NOT NULL,
    source_key TEXT NOT NULL,
    detail TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (profile_id, import_id, kind, start, end, type, source_key, detail)
) STRICT;

-- The files of imports since which the profile's data has not changed: a file with the same bytes, read
-- in the same way, has nothing new.
CREATE TABLE import_file (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    -- The version that the import published.
    data_version INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    hash TEXT NOT NULL,
    importer TEXT NOT NULL,
    importer_version TEXT NOT NULL,
    -- Empty if the import named no zone.
    zone TEXT NOT NULL,
    PRIMARY KEY (profile_id, import_id)
) STRICT, WITHOUT ROWID;

-- The files of imports, each once by its bytes. A file is complete if its hash is not NULL.
CREATE TABLE original (
    -- Never reused.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL,
    -- BLAKE2b-256, 64 hexadecimal digits.
    hash TEXT,
    bytes INTEGER NOT NULL,
    stored_bytes INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX original_by_hash ON original (profile_id, hash) WHERE hash IS NOT NULL;

-- The pieces of a file in their order.
CREATE TABLE original_piece (
    profile_id INTEGER NOT NULL,
    original_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    -- The length of the piece. A shorter blob is a zlib stream.
    bytes INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (original_id, number)
) STRICT;

CREATE TABLE import_original (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    original_id INTEGER NOT NULL,
    PRIMARY KEY (profile_id, import_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_original_by_original ON import_original (original_id);


-- Day totals

-- The version that last changed a metric, and the last such version that is folded.
CREATE TABLE metric_state (
    profile_id INTEGER NOT NULL,
    metric TEXT NOT NULL,
    changed_version INTEGER NOT NULL,
    folded_version INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (profile_id, metric)
) STRICT, WITHOUT ROWID;

-- Dirty ranges: days whose totals are stale since a version.
CREATE TABLE dirty (
    profile_id INTEGER NOT NULL,
    metric TEXT NOT NULL,
    version INTEGER NOT NULL,
    from_day INTEGER NOT NULL,
    to_day INTEGER NOT NULL,
    PRIMARY KEY (profile_id, metric, version, from_day)
) STRICT, WITHOUT ROWID;

-- Day totals, settled and recent as for chunks.
CREATE TABLE settled_day_total (
    profile_id INTEGER NOT NULL,
    metric TEXT NOT NULL,
    day INTEGER NOT NULL,
    -- The sum after the source merge; raw_sum is over all samples.
    sum REAL NOT NULL,
    raw_sum REAL NOT NULL,
    count INTEGER NOT NULL,
    min REAL NOT NULL,
    max REAL NOT NULL,
    last REAL NOT NULL,
    PRIMARY KEY (profile_id, metric, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE recent_day_total (
    profile_id INTEGER NOT NULL,
    metric TEXT NOT NULL,
    day INTEGER NOT NULL,
    sum REAL NOT NULL,
    raw_sum REAL NOT NULL,
    count INTEGER NOT NULL,
    min REAL NOT NULL,
    max REAL NOT NULL,
    last REAL NOT NULL,
    PRIMARY KEY (profile_id, metric, day)
) STRICT, WITHOUT ROWID;

-- All day totals.
CREATE VIEW day_total AS
    SELECT * FROM recent_day_total
    UNION ALL
    SELECT * FROM settled_day_total AS settled WHERE NOT EXISTS (
        SELECT 1 FROM recent_day_total AS recent
        WHERE recent.profile_id = settled.profile_id AND recent.metric = settled.metric
            AND recent.day = settled.day);


-- Tracker records

-- The numbers that identify activities in entries: shorter than their identifiers in each entry and in
-- its indexes. A number is kept when the activity has no entries any more.
CREATE TABLE entry_activity (
    profile_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (profile_id, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entry_activity_by_id ON entry_activity (profile_id, id);

-- Entries, in the order of logging.
CREATE TABLE entry (
    profile_id INTEGER NOT NULL,
    -- Ascending: of two entries on a day the one with the greater number is newer.
    number INTEGER NOT NULL,
    -- 16 bytes for an upper-case UUID, otherwise text.
    id ANY NOT NULL,
    -- A number of entry_activity.
    activity INTEGER NOT NULL,
    day INTEGER NOT NULL,
    -- 0: skipped.
    is_completed INTEGER NOT NULL,
    -- In the activity's unit.
    value REAL,
    slot TEXT,
    -- NULL: a person.
    source TEXT,
    note TEXT,
    -- The reason of a skip.
    reason TEXT,
    -- The number and unit as the person entered them.
    entered_amount REAL,
    entered_unit TEXT,
    -- JSON: file names by view, and an answer that is not a number.
    photos TEXT,
    answer TEXT,
    -- 1 to 5.
    mood INTEGER,
    place TEXT,
    logged_at INTEGER,
    -- The number of the change that last wrote the row.
    revision INTEGER NOT NULL,
    -- The style of the entry in the document that it was imported from; NULL: that of an export.
    style INTEGER,
    PRIMARY KEY (profile_id, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entry_by_id ON entry (profile_id, id);
-- For the days of an activity. SQLite adds the number, the rest of the primary key.
CREATE INDEX entry_by_day ON entry (profile_id, activity, day) WHERE is_completed = 1;

-- All other tracker records, such as activities, categories and goals.
CREATE TABLE tracked (
    profile_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    -- The number of the change that last wrote the row.
    revision INTEGER NOT NULL,
    -- The record as JSON.
    body TEXT NOT NULL,
    PRIMARY KEY (profile_id, kind, id)
) STRICT, WITHOUT ROWID;


-- Change log and undo

-- The change log. Rows are inserted in the transaction that makes the change.
CREATE TABLE change (
    -- Never reused.
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL,
    -- The profile's name at the time.
    profile TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- The origin of the change, such as 'person'.
    who TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    -- The record before and after the change; NULL where it does not exist.
    before TEXT,
    after TEXT,
    -- The idempotency key of the request, the request's hash and the response. Cleared after a week.
    idempotency_key TEXT,
    request_hash TEXT,
    reply TEXT
) STRICT;
CREATE INDEX change_by_profile ON change (profile_id, number);
CREATE UNIQUE INDEX change_by_idempotency_key ON change (idempotency_key)
    WHERE idempotency_key IS NOT NULL;

-- Steps: ranges of the change log that are undone and redone together.
CREATE TABLE step (
    profile_id INTEGER NOT NULL,
    first_change INTEGER NOT NULL,
    last_change INTEGER NOT NULL,
    -- The description for people.
    summary TEXT NOT NULL,
    -- Undone steps are the last ones and are deleted by the next change.
    is_undone INTEGER NOT NULL DEFAULT 0,
    -- 1: a fill, which has one change in the log and its rows in the displaced tables.
    is_fill INTEGER NOT NULL DEFAULT 0,
    -- The numbers of the entries that a fill added; empty if the last is before the first.
    first_entry INTEGER NOT NULL DEFAULT 1,
    last_entry INTEGER NOT NULL DEFAULT 0,
    -- 1: the fill replaced all entries.
    replaces_entries INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (profile_id, first_change)
) STRICT, WITHOUT ROWID;

-- Changes without a step, such as health sync. They are undone with the step before them.
CREATE TABLE following (
    profile_id INTEGER NOT NULL,
    first_change INTEGER NOT NULL,
    last_change INTEGER NOT NULL,
    PRIMARY KEY (profile_id, first_change)
) STRICT, WITHOUT ROWID;

-- The entries that a fill replaced or, while it is undone, those that it added. During the exchange the
-- step is negative in rows that are being displaced.
CREATE TABLE displaced_entry (
    profile_id INTEGER NOT NULL,
    -- first_change of the step.
    step INTEGER NOT NULL,
    -- This and the following columns as in entry.
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

-- The same for documents.
CREATE TABLE displaced_document (
    profile_id INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER,
    -- NULL: the document did not exist.
    body TEXT,
    PRIMARY KEY (profile_id, step, kind, id)
) STRICT, WITHOUT ROWID;

-- Deletes the displaced rows of a fill that can no longer be undone or redone.
CREATE TRIGGER step_forgotten AFTER DELETE ON step WHEN old.is_fill = 1
BEGIN
    DELETE FROM displaced_entry WHERE profile_id = old.profile_id AND step = old.first_change;
    DELETE FROM displaced_document WHERE profile_id = old.profile_id AND step = old.first_change;
END;


-- Integrity

-- The number of rows and the sum of their hashes for each profile and table, updated in the transaction
-- that changes the rows. A row that another program changed or deleted makes a difference.
CREATE TABLE row_checksum (
    -- The profile; not named profile_id, since the row itself has no checksum.
    profile INTEGER NOT NULL,
    -- The table.
    name TEXT NOT NULL,
    rows INTEGER NOT NULL,
    -- The halves of the 128-bit sum.
    high INTEGER NOT NULL,
    low INTEGER NOT NULL,
    PRIMARY KEY (profile, name)
) STRICT, WITHOUT ROWID;

-- Ranges of acknowledged changes that were not in the database at a start.
CREATE TABLE missing_change (
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    -- The time of the last change before the range (0: none), and of the last change of the range.
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    noticed_at INTEGER NOT NULL
) STRICT;
