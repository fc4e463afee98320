-- A profile's number is never given to another.
CREATE TABLE profile (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    -- Rises with every change of samples or zones.
    data_version INTEGER NOT NULL DEFAULT 0,
    -- Earlier versions may be those of another profile that had this name.
    known_from INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A zone holds from 00:00 of a day on, in that zone; the first row of a profile has no day.
CREATE TABLE profile_zone (
    profile_id INTEGER NOT NULL,
    from_day INTEGER,
    zone TEXT NOT NULL,
    UNIQUE (profile_id, from_day)
) STRICT;

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
    source TEXT NOT NULL,
    UNIQUE (profile_id, metric, source_key, device, is_entered, resolution)
) STRICT;

-- What a chunk holds; its encoded columns lie in chunk_data, so that publishing moves small rows.
CREATE TABLE chunk (
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

CREATE TABLE chunk_data (
    id INTEGER PRIMARY KEY,
    profile_id INTEGER NOT NULL,
    bytes BLOB NOT NULL
) STRICT;
CREATE INDEX chunk_data_by_profile ON chunk_data (profile_id);

CREATE TABLE import (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('staged', 'published')),
    importer TEXT NOT NULL,
    file TEXT NOT NULL,
    -- Both JSON, once it is published: the report, and the metrics that changed.
    report TEXT,
    metrics TEXT
) STRICT;
CREATE INDEX import_by_profile ON import (profile_id, state);

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

CREATE TABLE quarantined (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    type TEXT NOT NULL,
    byte_offset INTEGER NOT NULL,
    line INTEGER NOT NULL,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (profile_id, import_id, position)
) STRICT;

-- What an export tells that is no sample: columns for what identifies it, JSON for all of it.
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
    content TEXT NOT NULL,
    PRIMARY KEY (profile_id, start, end, type, source_key)
) STRICT;

CREATE TABLE activity_summary (
    profile_id INTEGER NOT NULL,
    -- YYYY-MM-DD, as the file says it.
    day TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (profile_id, day)
) STRICT;

-- Rows of the three tables above, until their import is published. A column that a kind does not
-- have is 0 or empty.
CREATE TABLE staged_row (
    profile_id INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    type TEXT NOT NULL,
    source_key TEXT NOT NULL,
    day TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (profile_id, import_id, kind, start, end, type, source_key, day)
) STRICT;

-- The data version that last changed a metric, and the last such version that is folded.
CREATE TABLE metric_state (
    profile_id INTEGER NOT NULL,
    metric TEXT NOT NULL,
    changed_version INTEGER NOT NULL,
    folded_version INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (profile_id, metric)
) STRICT, WITHOUT ROWID;

-- Days whose totals are no longer those of the samples, since a version.
CREATE TABLE dirty (
    profile_id INTEGER NOT NULL,
    metric TEXT NOT NULL,
    version INTEGER NOT NULL,
    from_day INTEGER NOT NULL,
    to_day INTEGER NOT NULL,
    PRIMARY KEY (profile_id, metric, version, from_day)
) STRICT, WITHOUT ROWID;

CREATE TABLE day_total (
    profile_id INTEGER NOT NULL,
    metric TEXT NOT NULL,
    -- Civil days since 1970-01-01.
    day INTEGER NOT NULL,
    -- Sources merged; raw_sum is over all samples.
    sum REAL NOT NULL,
    raw_sum REAL NOT NULL,
    count INTEGER NOT NULL,
    min REAL NOT NULL,
    max REAL NOT NULL,
    last REAL NOT NULL,
    PRIMARY KEY (profile_id, metric, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
    profile_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (profile_id, key)
) STRICT, WITHOUT ROWID;

-- What was changed, in the transaction that changed it.
CREATE TABLE change (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL,
    -- Its name at the time; a profile may be gone since.
    profile TEXT NOT NULL,
    -- Milliseconds since 1970.
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    before TEXT,
    after TEXT,
    -- Chosen at random by the caller; with it, the request's hash and what was answered.
    idempotency_key TEXT,
    request_hash TEXT,
    reply TEXT
) STRICT;
CREATE INDEX change_by_profile ON change (profile_id, number);
CREATE UNIQUE INDEX change_by_idempotency_key ON change (idempotency_key)
    WHERE idempotency_key IS NOT NULL;
