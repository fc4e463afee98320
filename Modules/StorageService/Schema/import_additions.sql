-- Version 2: what each import added, for its undo. Conventions as in version 1.

-- The samples that an import added to each chunk, without attributes. An empty blob: the import inserted the
-- chunk, and all of its samples that no later import added are those of the import.
CREATE TABLE added_chunk (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    series_id INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    count INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (profile_id, import_id, series_id, segment)
) STRICT;

-- The identities of the health rows that an import added; columns as in staged_row.
CREATE TABLE added_row (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    type TEXT NOT NULL,
    source_key TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (profile_id, import_id, kind, start, end, type, source_key, detail)
) STRICT, WITHOUT ROWID;
