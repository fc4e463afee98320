-- Version 3: queries of people in groups. Rules and conventions as in version 1, except that a transaction
-- without a profile reads participants and their month partials if the setting dayline.cohort is on; see the
-- policies of the migrator.

-- The consent of a profile to queries, and what queries group its person by.
CREATE TABLE dayline.participant (
    profile_id bigint PRIMARY KEY,
    -- The time at which the consent was given; NULL: it was not given, or withdrawn.
    consent_at bigint,
    birth_date integer,
    -- 'female', 'male' or 'other'.
    sex text,
    -- The label that an operator set.
    label text
);

-- The days of a metric in a month. Profiles without consent have no rows. Written in the transaction that
-- writes the day totals.
CREATE TABLE dayline.month_partial (
    profile_id bigint NOT NULL,
    metric text COLLATE "C" NOT NULL,
    -- 12 times the year, and the number of months before it in the year.
    month integer NOT NULL,
    -- The number of days with a value.
    days integer NOT NULL,
    -- The sum of their values, each rounded to a multiple of 10^-9 of the metric's unit, in these multiples.
    sum numeric NOT NULL,
    PRIMARY KEY (profile_id, metric, month)
);
CREATE INDEX month_partial_by_metric ON dayline.month_partial (metric, month);

-- The log of queries. Workers append rows, and cannot change them.
CREATE TABLE dayline.cohort_query (
    at bigint NOT NULL,
    -- Random.
    id bigint NOT NULL,
    -- The name of the caller's key; NULL: a program on the machine of a home.
    key text,
    -- The request as JSON.
    query text NOT NULL,
    -- The number of groups of the answer; 0: refused.
    groups integer NOT NULL,
    PRIMARY KEY (at, id)
);
