CREATE TABLE profile (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    data_version INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A zone holds from 00:00 of a day on, in that zone; the first row of a profile has no day.
CREATE TABLE profile_zone (
    profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    from_day INTEGER,
    zone TEXT NOT NULL,
    UNIQUE (profile_id, from_day)
) STRICT;

CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    metric TEXT NOT NULL,
    unit TEXT NOT NULL,
    source TEXT NOT NULL,
    source_key TEXT NOT NULL,
    device TEXT NOT NULL,
    is_entered INTEGER NOT NULL,
    resolution TEXT NOT NULL,
    UNIQUE (profile_id, metric, source_key, device, is_entered, resolution)
) STRICT;

-- What a chunk holds; its encoded columns lie in chunk_data, so that publishing moves small rows.
CREATE TABLE chunk (
    series_id INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
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
    PRIMARY KEY (series_id, segment)
) STRICT, WITHOUT ROWID;

CREATE TABLE chunk_data (
    id INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE import (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('staged', 'published')),
    importer TEXT NOT NULL,
    file TEXT NOT NULL,
    is_dry_run INTEGER NOT NULL,
    -- JSON, once it is published.
    report TEXT,
    published TEXT
) STRICT;

CREATE TABLE staged_chunk (
    import_id INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
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
    PRIMARY KEY (import_id, series_id, segment)
) STRICT, WITHOUT ROWID;

CREATE TABLE quarantined (
    import_id INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    item TEXT NOT NULL
) STRICT;
CREATE INDEX quarantined_by_import ON quarantined (import_id);

-- Workouts, correlations and activity summaries: known by their identity, kept as JSON.
CREATE TABLE health_row (
    profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    type TEXT NOT NULL,
    identity TEXT NOT NULL,
    start INTEGER NOT NULL,
    -- NULL once published.
    import_id INTEGER REFERENCES import ON DELETE CASCADE,
    content TEXT NOT NULL,
    PRIMARY KEY (profile_id, type, identity)
) STRICT, WITHOUT ROWID;
CREATE INDEX health_row_by_import ON health_row (import_id) WHERE import_id IS NOT NULL;

-- How far a metric is folded: `stamp` is the data version that last changed its samples.
CREATE TABLE metric_state (
    profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    metric TEXT NOT NULL,
    stamp INTEGER NOT NULL,
    PRIMARY KEY (profile_id, metric)
) STRICT, WITHOUT ROWID;

CREATE TABLE dirty (
    id INTEGER PRIMARY KEY,
    profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    metric TEXT NOT NULL,
    from_day INTEGER NOT NULL,
    to_day INTEGER NOT NULL,
    version INTEGER NOT NULL
) STRICT;
CREATE INDEX dirty_by_metric ON dirty (profile_id, metric);

CREATE TABLE day_total (
    profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
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

CREATE TABLE setting (
    profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (profile_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE change (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    topic TEXT NOT NULL,
    key TEXT NOT NULL,
    before TEXT,
    after TEXT,
    idempotency_key TEXT,
    request_hash TEXT
) STRICT;
CREATE UNIQUE INDEX change_by_idempotency_key ON change (profile_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
