-- Version 1: profiles, tracker records, the change log and undo. Later versions are further files.
--
-- Rules: profile_id is the first column of every key and unique index, and a transaction has one profile,
-- so that an engine that distributes rows by profile_id can hold the tables. There are no sequences,
-- triggers, advisory locks or notifications, and no other program than the migrator changes the schema.
-- Tables without profile_id have no data of a person but the names of profiles.
--
-- Conventions as in SQLite: instants are in milliseconds since 1970, days are civil days since
-- 1970-01-01, and versions are values of profile.data_version. Texts in keys are ordered by their bytes.

CREATE SCHEMA dayline;

-- The version of the schema, one row.
CREATE TABLE dayline.schema_version (
    version integer PRIMARY KEY
);

-- The names of profiles.
CREATE TABLE dayline.profile_name (
    -- The name with ASCII letters in lower case.
    name_key text COLLATE "C" PRIMARY KEY,
    profile_id bigint NOT NULL
);

-- The stored responses of requests that removed a profile, whose change log is removed with it.
CREATE TABLE dayline.profile_removal (
    idempotency_key text COLLATE "C" PRIMARY KEY,
    request_hash text NOT NULL,
    at bigint NOT NULL
);

CREATE TABLE dayline.profile (
    -- Random, never reused.
    profile_id bigint PRIMARY KEY,
    name text NOT NULL,
    -- Incremented with every change of samples, health rows, source orders or zones.
    data_version bigint NOT NULL,
    -- Earlier versions may belong to another profile that had this name.
    known_from bigint NOT NULL,
    -- The last numbers of a change, series and import of this profile.
    change_number bigint NOT NULL DEFAULT 0,
    series_number bigint NOT NULL DEFAULT 0,
    import_number bigint NOT NULL DEFAULT 0,
    -- Incremented when a worker becomes the owner of the profile. A write with another epoch is refused.
    owner_epoch bigint NOT NULL DEFAULT 0
);

-- The time zones of a profile. A zone is valid from 00:00 of its day until the next row.
CREATE TABLE dayline.profile_zone (
    profile_id bigint NOT NULL,
    -- -2147483648 in the first row of a profile.
    from_day integer NOT NULL,
    -- IANA name.
    zone text NOT NULL,
    PRIMARY KEY (profile_id, from_day)
);

CREATE TABLE dayline.setting (
    profile_id bigint NOT NULL,
    key text COLLATE "C" NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (profile_id, key)
);

-- Entries, in the order of logging.
CREATE TABLE dayline.entry (
    profile_id bigint NOT NULL,
    -- Ascending: of two entries on a day the one with the greater number is newer.
    number bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    activity text COLLATE "C" NOT NULL,
    day integer NOT NULL,
    -- 0: skipped.
    is_completed smallint NOT NULL,
    -- In the activity's unit.
    value double precision,
    slot text,
    -- NULL: a person.
    source text,
    note text,
    -- The reason of a skip.
    reason text,
    -- The number and unit as the person entered them.
    entered_amount double precision,
    entered_unit text,
    -- JSON: file names by view, and an answer that is not a number.
    photos text,
    answer text,
    -- 1 to 5.
    mood smallint,
    place text,
    logged_at bigint,
    -- The number of the change that last wrote the row.
    revision bigint NOT NULL,
    -- The style of the entry in the document that it was imported from; NULL: that of an export.
    style integer,
    PRIMARY KEY (profile_id, number)
);
CREATE UNIQUE INDEX entry_by_id ON dayline.entry (profile_id, id);
-- Covers the queries for the days of an activity.
CREATE INDEX entry_by_day ON dayline.entry (profile_id, activity, day, number) INCLUDE (value, logged_at)
    WHERE is_completed = 1;

-- All other tracker records, such as activities, categories and goals.
CREATE TABLE dayline.tracked (
    profile_id bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    -- The number of the change that last wrote the row.
    revision bigint NOT NULL,
    -- The record as JSON.
    body text NOT NULL,
    PRIMARY KEY (profile_id, kind, id)
);

-- The change log. Rows are inserted in the transaction that makes the change.
CREATE TABLE dayline.change (
    profile_id bigint NOT NULL,
    -- Ascending within the profile.
    number bigint NOT NULL,
    -- The profile's name at the time.
    profile text NOT NULL,
    at bigint NOT NULL,
    -- The origin of the change, such as 'person'.
    who text NOT NULL,
    kind text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    -- The record before and after the change; NULL where it does not exist.
    before text,
    after text,
    -- The idempotency key of the request, the request's hash and the response. Cleared after a week.
    idempotency_key text COLLATE "C",
    request_hash text,
    reply text,
    -- The response of the caller of storage, part of the response.
    caller_reply text,
    PRIMARY KEY (profile_id, number)
);
CREATE UNIQUE INDEX change_by_idempotency_key ON dayline.change (profile_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;

-- Steps: ranges of the change log that are undone and redone together.
CREATE TABLE dayline.step (
    profile_id bigint NOT NULL,
    first_change bigint NOT NULL,
    last_change bigint NOT NULL,
    -- The description for people.
    summary text NOT NULL,
    -- Undone steps are the last ones and are deleted by the next change.
    is_undone boolean NOT NULL DEFAULT false,
    -- A fill, which has one change in the log and its rows in the displaced tables.
    is_fill boolean NOT NULL DEFAULT false,
    -- The numbers of the entries that a fill added; empty if the last is before the first.
    first_entry bigint NOT NULL DEFAULT 1,
    last_entry bigint NOT NULL DEFAULT 0,
    -- True if the fill replaced all entries.
    replaces_entries boolean NOT NULL DEFAULT false,
    PRIMARY KEY (profile_id, first_change)
);
CREATE INDEX step_undone ON dayline.step (profile_id, first_change) WHERE is_undone;

-- Changes without a step, such as health sync. They are undone with the step before them.
CREATE TABLE dayline.following (
    profile_id bigint NOT NULL,
    first_change bigint NOT NULL,
    last_change bigint NOT NULL,
    PRIMARY KEY (profile_id, first_change)
);

-- The entries that a fill replaced or, while it is undone, those that it added. During the exchange the
-- step is negative in rows that are being displaced.
CREATE TABLE dayline.displaced_entry (
    profile_id bigint NOT NULL,
    -- first_change of the step.
    step bigint NOT NULL,
    -- This and the following columns as in entry.
    number bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    activity text COLLATE "C" NOT NULL,
    day integer NOT NULL,
    is_completed smallint NOT NULL,
    value double precision,
    slot text,
    source text,
    note text,
    reason text,
    entered_amount double precision,
    entered_unit text,
    photos text,
    answer text,
    mood smallint,
    place text,
    logged_at bigint,
    revision bigint NOT NULL,
    style integer,
    PRIMARY KEY (profile_id, step, number)
);

-- The same for documents.
CREATE TABLE dayline.displaced_document (
    profile_id bigint NOT NULL,
    step bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    revision bigint,
    -- NULL: the document did not exist.
    body text,
    PRIMARY KEY (profile_id, step, kind, id)
);
