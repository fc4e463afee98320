-- Version 4: the files of imports. Rules and conventions as in version 1.

-- The files, each once by its bytes. A file is complete if its hash is not NULL.
CREATE TABLE dayline.original (
    profile_id bigint NOT NULL,
    -- Ascending within the profile, never reused.
    original_id bigint NOT NULL,
    -- BLAKE2b-256, 64 hexadecimal digits.
    hash text COLLATE "C",
    bytes bigint NOT NULL,
    stored_bytes bigint NOT NULL,
    -- The process that writes an incomplete file.
    instance bigint NOT NULL,
    PRIMARY KEY (profile_id, original_id)
);
CREATE UNIQUE INDEX original_by_hash ON dayline.original (profile_id, hash) WHERE hash IS NOT NULL;

-- The pieces of a file in their order, of at most 1 MiB.
CREATE TABLE dayline.original_piece (
    profile_id bigint NOT NULL,
    original_id bigint NOT NULL,
    number bigint NOT NULL,
    -- The length of the piece. A shorter value of data is a zlib stream.
    bytes bigint NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (profile_id, original_id, number)
);
-- The pieces are compressed already.
ALTER TABLE dayline.original_piece ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE TABLE dayline.import_original (
    profile_id bigint NOT NULL,
    import_id bigint NOT NULL,
    original_id bigint NOT NULL,
    PRIMARY KEY (profile_id, import_id)
);
CREATE INDEX import_original_by_original ON dayline.import_original (profile_id, original_id);

-- The greatest number of a file.
ALTER TABLE dayline.profile ADD COLUMN original_number bigint NOT NULL DEFAULT 0;
