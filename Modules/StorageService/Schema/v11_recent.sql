-- What a small publication changes lies together, apart from the bulk of what is kept, whose rows are in
-- the order of series and metrics: a day of news changed a page of each. A row of a recent table is the
-- one that counts; the views show what holds.
ALTER TABLE chunk RENAME TO settled_chunk;
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
CREATE VIEW chunk AS
    SELECT * FROM recent_chunk
    UNION ALL
    SELECT * FROM settled_chunk AS settled WHERE NOT EXISTS (
        SELECT 1 FROM recent_chunk AS recent
        WHERE recent.profile_id = settled.profile_id AND recent.series_id = settled.series_id
            AND recent.segment = settled.segment);

ALTER TABLE day_total RENAME TO settled_day_total;
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
CREATE VIEW day_total AS
    SELECT * FROM recent_day_total
    UNION ALL
    SELECT * FROM settled_day_total AS settled WHERE NOT EXISTS (
        SELECT 1 FROM recent_day_total AS recent
        WHERE recent.profile_id = settled.profile_id AND recent.metric = settled.metric
            AND recent.day = settled.day);

-- Of a profile's chunks their rows tell.
DROP INDEX chunk_data_by_profile;

-- The index over all that tells series apart was as large as the table, and every new device changed
-- much of it. Whoever makes series reads those of the metric first.
ALTER TABLE series RENAME TO series_before;
CREATE TABLE series (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL,
    metric TEXT NOT NULL,
    source_key TEXT NOT NULL,
    device TEXT NOT NULL,
    is_entered INTEGER NOT NULL,
    resolution TEXT NOT NULL,
    unit TEXT NOT NULL,
    -- The source's name as it is shown.
    source TEXT NOT NULL
) STRICT;
INSERT INTO series SELECT * FROM series_before;
-- No number is given again.
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'series_before')
    WHERE name = 'series';
DROP TABLE series_before;
CREATE INDEX series_by_metric ON series (profile_id, metric);

-- By day, so that the newest lie together, and without an index beside them.
ALTER TABLE activity_summary RENAME TO activity_summary_before;
CREATE TABLE activity_summary (
    profile_id INTEGER NOT NULL,
    -- YYYY-MM-DD, as the file says it.
    day TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (profile_id, day)
) STRICT, WITHOUT ROWID;
INSERT INTO activity_summary SELECT profile_id, day, content FROM activity_summary_before;
DROP TABLE activity_summary_before;
