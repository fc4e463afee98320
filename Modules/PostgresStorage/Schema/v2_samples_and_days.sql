-- Version 2: samples, health rows, imports and day totals. Rules and conventions as in version 1.

-- All samples of one metric, source and device.
CREATE TABLE dayline.series (
    profile_id bigint NOT NULL,
    -- Ascending within the profile, never reused.
    series_id bigint NOT NULL,
    metric text COLLATE "C" NOT NULL,
    -- The normalized name of the source.
    source_key text COLLATE "C" NOT NULL,
    device text COLLATE "C" NOT NULL,
    -- True: entered by a person.
    is_entered boolean NOT NULL,
    -- 'raw', or the length of the intervals of aggregated samples.
    resolution text COLLATE "C" NOT NULL,
    unit text NOT NULL,
    -- The display name of the source.
    source text COLLATE "C" NOT NULL,
    PRIMARY KEY (profile_id, series_id)
);
CREATE UNIQUE INDEX series_by_identity
    ON dayline.series (profile_id, metric, source_key, device, is_entered, resolution);

-- Published chunks: the compressed samples of one series within one segment of time.
CREATE TABLE dayline.chunk (
    profile_id bigint NOT NULL,
    series_id bigint NOT NULL,
    -- The number of the segment: the start of its samples divided by 2^20 seconds.
    segment bigint NOT NULL,
    -- The number of samples.
    count integer NOT NULL,
    -- The first start and the last end of a sample.
    first bigint NOT NULL,
    last bigint NOT NULL,
    min double precision NOT NULL,
    max double precision NOT NULL,
    sum double precision NOT NULL,
    -- The hash of the samples, by which imports find chunks that they do not change.
    hash_high bigint NOT NULL,
    hash_low bigint NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (profile_id, series_id, segment)
);
-- Samples are compressed already.
ALTER TABLE dayline.chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Samples that a person deleted or replaced. Imports ignore them.
CREATE TABLE dayline.correction (
    profile_id bigint NOT NULL,
    -- The identity of the sample.
    series_id bigint NOT NULL,
    start_at bigint NOT NULL,
    end_at bigint NOT NULL,
    value double precision NOT NULL,
    -- The attributes of the sample, with which it is restored: JSON, text by number of the kind.
    attributes text NOT NULL,
    -- The value of the replacement in the series of entered values. NULL: the sample was deleted.
    replacement double precision,
    PRIMARY KEY (profile_id, series_id, start_at, end_at, value)
);
CREATE INDEX correction_by_time ON dayline.correction (profile_id, start_at, end_at);

-- The source order of a metric. A metric without rows has the default order.
CREATE TABLE dayline.source_order (
    profile_id bigint NOT NULL,
    metric text COLLATE "C" NOT NULL,
    -- 0 is the highest priority.
    position bigint NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    PRIMARY KEY (profile_id, metric, position)
);

-- Records that are not samples. The columns are the identity of a row, content is the whole row as JSON.
-- A column that a kind does not have is 0 or empty.
CREATE TABLE dayline.health_row (
    profile_id bigint NOT NULL,
    -- 'Workout', 'Correlation' or 'ActivitySummary'.
    kind text COLLATE "C" NOT NULL,
    start_at bigint NOT NULL,
    end_at bigint NOT NULL,
    type text COLLATE "C" NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    -- Identifies the members of a correlation, since the foods of a meal have the same type, source and
    -- times; of a summary its day, YYYY-MM-DD.
    detail text COLLATE "C" NOT NULL,
    content text NOT NULL,
    PRIMARY KEY (profile_id, kind, start_at, end_at, type, source_key, detail)
);

CREATE TABLE dayline.import (
    profile_id bigint NOT NULL,
    -- Ascending within the profile, never reused.
    import_id bigint NOT NULL,
    is_published boolean NOT NULL DEFAULT false,
    importer text NOT NULL,
    -- The path of the file as the importer was given it.
    file text NOT NULL,
    -- The process that staged the import. A later owner of the profile deletes a staged import.
    instance bigint NOT NULL,
    -- JSON, NULL until the import is published: the import report, and the names of changed metrics.
    report text,
    metrics text,
    -- The version of the report.
    version bigint,
    PRIMARY KEY (profile_id, import_id)
);
CREATE INDEX import_staged ON dayline.import (profile_id, import_id) WHERE NOT is_published;

-- Rejected items of an import, in the order of the file.
CREATE TABLE dayline.quarantined (
    profile_id bigint NOT NULL,
    import_id bigint NOT NULL,
    position bigint NOT NULL,
    type text NOT NULL,
    -- The place in the file.
    byte_offset bigint NOT NULL,
    line bigint NOT NULL,
    reason text NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (profile_id, import_id, position)
);

-- The chunks of an import until it is published; columns as in chunk. count = 0: publishing removes the
-- chunk.
CREATE TABLE dayline.staged_chunk (
    profile_id bigint NOT NULL,
    import_id bigint NOT NULL,
    series_id bigint NOT NULL,
    segment bigint NOT NULL,
    count integer NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    min double precision NOT NULL,
    max double precision NOT NULL,
    sum double precision NOT NULL,
    hash_high bigint NOT NULL,
    hash_low bigint NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (profile_id, import_id, series_id, segment)
);
ALTER TABLE dayline.staged_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The health rows of an import until it is published; columns as in health_row.
CREATE TABLE dayline.staged_row (
    profile_id bigint NOT NULL,
    import_id bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    start_at bigint NOT NULL,
    end_at bigint NOT NULL,
    type text COLLATE "C" NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    detail text COLLATE "C" NOT NULL,
    content text NOT NULL,
    PRIMARY KEY (profile_id, import_id, kind, start_at, end_at, type, source_key, detail)
);

-- Samples that reconciliation removed, as one chunk for each chunk that had them. import_id = 0: a
-- damaged chunk that a repair removed.
CREATE TABLE dayline.removed_chunk (
    profile_id bigint NOT NULL,
    import_id bigint NOT NULL,
    series_id bigint NOT NULL,
    segment bigint NOT NULL,
    count integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (profile_id, import_id, series_id, segment)
);
ALTER TABLE dayline.removed_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Health rows that reconciliation removes when the import is published; columns as in health_row.
CREATE TABLE dayline.removed_row (
    profile_id bigint NOT NULL,
    import_id bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    start_at bigint NOT NULL,
    end_at bigint NOT NULL,
    type text COLLATE "C" NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    detail text COLLATE "C" NOT NULL,
    content text NOT NULL,
    PRIMARY KEY (profile_id, import_id, kind, start_at, end_at, type, source_key, detail)
);

-- The files of imports since which the profile's data has not changed: a file with the same bytes, read in
-- the same way, has nothing new.
CREATE TABLE dayline.import_file (
    profile_id bigint NOT NULL,
    import_id bigint NOT NULL,
    -- The version that the import published.
    data_version bigint NOT NULL,
    bytes bigint NOT NULL,
    hash text NOT NULL,
    importer text NOT NULL,
    importer_version text NOT NULL,
    -- Empty if the import named no zone.
    zone text NOT NULL,
    PRIMARY KEY (profile_id, import_id)
);

-- The version that last changed a metric, and the last such version that is folded.
CREATE TABLE dayline.metric_state (
    profile_id bigint NOT NULL,
    metric text COLLATE "C" NOT NULL,
    changed_version bigint NOT NULL,
    folded_version bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (profile_id, metric)
);

-- Dirty ranges: days whose totals are stale since a version.
CREATE TABLE dayline.dirty (
    profile_id bigint NOT NULL,
    metric text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    from_day integer NOT NULL,
    to_day integer NOT NULL,
    PRIMARY KEY (profile_id, metric, version, from_day)
);

-- The day totals of a metric, 366 days to a row.
CREATE TABLE dayline.day_block (
    profile_id bigint NOT NULL,
    metric text COLLATE "C" NOT NULL,
    -- The number of the block: the days since 1970-01-01 divided by 366.
    block integer NOT NULL,
    -- The first and the last day with a total.
    first_day integer NOT NULL,
    last_day integer NOT NULL,
    -- The number of counted samples of all days.
    samples bigint NOT NULL,
    -- The totals in columns; see DayBlock.
    totals bytea NOT NULL,
    PRIMARY KEY (profile_id, metric, block)
);
