-- Correlations of one type, source and times are told apart by their members: the foods of a meal have
-- one time. Of a row that is staged or taken out the column has that, or the day of a summary.
ALTER TABLE staged_row RENAME COLUMN day TO detail;
ALTER TABLE removed_row RENAME COLUMN day TO detail;
UPDATE removed_row SET detail = row_detail(content) WHERE kind = 'Correlation';

ALTER TABLE correlation RENAME TO correlation_before;
CREATE TABLE correlation (
    profile_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    type TEXT NOT NULL,
    source_key TEXT NOT NULL,
    detail TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (profile_id, start, end, type, source_key, detail)
) STRICT;
INSERT INTO correlation
    SELECT profile_id, start, end, type, source_key, row_detail(content), content
    FROM correlation_before;
DROP TABLE correlation_before;

-- Which samples of sources that share a rank come first no longer depends on what was imported first,
-- and classes are told by whole words: all days are reckoned anew.
CREATE TEMP TABLE refold AS
    SELECT profile_id, metric, min(day) - 1 AS from_day, max(day) + 1 AS to_day
    FROM day_total GROUP BY profile_id, metric;
-- Those aside that wait for just that.
DELETE FROM refold WHERE EXISTS (
    SELECT 1 FROM dirty WHERE dirty.profile_id = refold.profile_id
        AND dirty.metric = refold.metric AND dirty.from_day <= refold.from_day
        AND dirty.to_day >= refold.to_day);
UPDATE profile SET data_version = data_version + 1
    WHERE id IN (SELECT profile_id FROM refold);
INSERT INTO change (profile_id, profile, at, who, kind, key, after)
    SELECT id, name, unixepoch() * 1000, 'dayline', 'refold', 'schema 9', data_version
    FROM profile WHERE id IN (SELECT profile_id FROM refold);
INSERT INTO metric_state (profile_id, metric, changed_version)
    SELECT profile_id, metric, data_version FROM refold JOIN profile ON profile.id = profile_id
    WHERE true
    ON CONFLICT DO UPDATE SET changed_version = excluded.changed_version;
INSERT INTO dirty
    SELECT profile_id, metric, data_version, from_day, to_day
    FROM refold JOIN profile ON profile.id = profile_id;
DROP TABLE refold;
