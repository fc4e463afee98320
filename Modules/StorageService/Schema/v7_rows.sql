-- Workouts and the like that an import takes out because a newer export no longer has them; columns as
-- of staged_row.
CREATE TABLE removed_row (
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

-- Workouts that sources tell of together come to one: their days are reckoned anew.
CREATE TEMP TABLE refold AS
    SELECT profile_id, value AS metric, min(start) / 86400000 - 2 AS from_day,
        max(start) / 86400000 + 2 AS to_day
    FROM workout, json_each('["workoutDuration", "workoutEnergy", "workoutCount"]')
    GROUP BY profile_id, value;
UPDATE profile SET data_version = data_version + 1
    WHERE id IN (SELECT profile_id FROM refold);
INSERT INTO change (profile_id, profile, at, who, kind, key, after)
    SELECT id, name, unixepoch() * 1000, 'dayline', 'refold', 'schema 7', data_version
    FROM profile WHERE id IN (SELECT profile_id FROM refold);
INSERT INTO metric_state (profile_id, metric, changed_version)
    SELECT profile_id, metric, data_version FROM refold JOIN profile ON profile.id = profile_id
    WHERE true
    ON CONFLICT DO UPDATE SET changed_version = excluded.changed_version;
DELETE FROM dirty WHERE (profile_id, metric) IN (SELECT profile_id, metric FROM refold);
INSERT INTO dirty
    SELECT profile_id, metric, data_version, from_day, to_day
    FROM refold JOIN profile ON profile.id = profile_id;
DROP TABLE refold;
