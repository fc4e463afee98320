-- Version 8: compressed day totals. Rules and conventions as in version 1.

-- pglz, the default, stores a value uncompressed if its first KiB has no repetition, and a block begins with
-- the numbers of its days. A stored block is compressed when it is written next. A server that was built
-- without lz4 keeps pglz.
DO $$
BEGIN
    ALTER TABLE dayline.day_block ALTER COLUMN totals SET COMPRESSION lz4;
EXCEPTION
    WHEN feature_not_supported THEN NULL;
END
$$;
