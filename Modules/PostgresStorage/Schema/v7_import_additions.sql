-- Version 7: what each import added, for its undo. Rules and conventions as in version 1.

-- The samples that an import added to each chunk, without attributes. Empty bytes: the import inserted the
-- chunk, and all of its samples that no later import added are those of the import.
CREATE TABLE dayline.added_chunk (
    profile_id bigint NOT NULL,
    import_id bigint NOT NULL,
    series_id bigint NOT NULL,
    segment bigint NOT NULL,
    count integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (profile_id, import_id, series_id, segment)
);
ALTER TABLE dayline.added_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The identities of the health rows that an import added; columns as in health_row.
CREATE TABLE dayline.added_row (
    profile_id bigint NOT NULL,
    import_id bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    start_at bigint NOT NULL,
    end_at bigint NOT NULL,
    type text COLLATE "C" NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    detail text COLLATE "C" NOT NULL,
    PRIMARY KEY (profile_id, import_id, kind, start_at, end_at, type, source_key, detail)
);
