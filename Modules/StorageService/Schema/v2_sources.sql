-- Whose samples count first where sources of a metric overlap. A metric without rows has the order
-- that the classes of its sources give.
CREATE TABLE source_order (
    profile_id INTEGER NOT NULL,
    metric TEXT NOT NULL,
    position INTEGER NOT NULL,
    source_key TEXT NOT NULL,
    PRIMARY KEY (profile_id, metric, position)
) STRICT, WITHOUT ROWID;

-- What days come to is reckoned anew: overlapping sources are merged, and days of sleep and of
-- workouts are totals like all others. Every rise of a version is in the change log.
CREATE TEMP TABLE refold AS
    SELECT profile_id, metric, min(day) - 1 AS from_day, max(day) + 1 AS to_day
    FROM day_total GROUP BY profile_id, metric;
INSERT INTO refold
    SELECT profile_id, 'sleepHours', from_day - 2, to_day + 2 FROM refold
    WHERE metric = 'sleepAnalysis';
INSERT INTO refold
    SELECT profile_id, value, min(start) / 86400000 - 2, max(start) / 86400000 + 2
    FROM workout, json_each('["workoutDuration", "workoutEnergy", "workoutCount"]')
    GROUP BY profile_id, value;
UPDATE profile SET data_version = data_version + 1
    WHERE id IN (SELECT profile_id FROM refold);
INSERT INTO change (profile_id, profile, at, who, kind, key, after)
    SELECT id, name, unixepoch() * 1000, 'dayline', 'refold', 'schema 2', data_version
    FROM profile WHERE id IN (SELECT profile_id FROM refold);
INSERT INTO metric_state (profile_id, metric, changed_version)
    SELECT profile_id, metric, data_version FROM refold JOIN profile ON profile.id = profile_id
    WHERE true
    ON CONFLICT DO UPDATE SET changed_version = excluded.changed_version;
INSERT INTO dirty
    SELECT profile_id, metric, data_version, from_day, to_day
    FROM refold JOIN profile ON profile.id = profile_id;
DROP TABLE refold;
