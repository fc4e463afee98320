-- Samples that a person took out of their chunks, by identity: no import brings them back.
CREATE TABLE correction (
    profile_id INTEGER NOT NULL,
    series_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    value REAL NOT NULL,
    -- What was kept beside it: JSON, text by kind.
    attributes TEXT NOT NULL,
    -- The value that stands in its place in the series of entered values; null: it was deleted.
    replacement REAL,
    PRIMARY KEY (profile_id, series_id, start, end, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX correction_by_time ON correction (profile_id, start, end);

-- Samples that an import took out because a newer export no longer has them: a chunk of them for each
-- chunk that they were in.
CREATE TABLE removed_chunk (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    series_id INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    count INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (profile_id, import_id, series_id, segment)
) STRICT;

-- The files of imports since whose time nothing has changed: the same bytes have nothing new.
CREATE TABLE import_file (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    data_version INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    hash TEXT NOT NULL,
    importer TEXT NOT NULL,
    importer_version TEXT NOT NULL,
    -- Empty when the import named none.
    zone TEXT NOT NULL,
    PRIMARY KEY (profile_id, import_id)
) STRICT, WITHOUT ROWID;
