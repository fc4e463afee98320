-- Version 5: the oldest program that can work with the schema, the number of commits of a profile, and the
-- inboxes of all profiles. Rules and conventions as in version 1.

-- Changed first: every write locks this table first, and waits here instead of in the middle.
ALTER TABLE dayline.profile
    -- Incremented with every commit.
    ADD COLUMN commit_number bigint NOT NULL DEFAULT 0;

ALTER TABLE dayline.schema_version
    -- The oldest version of programs that can read and write this schema. A later version of the schema
    -- that only adds what these programs do not need has the same value, so that workers of both versions
    -- run at the same time during an upgrade.
    ADD COLUMN readable_from integer NOT NULL DEFAULT 5;

-- The profiles with an inbox, which are few.
CREATE INDEX setting_inbox ON dayline.setting (profile_id) WHERE key = 'inbox';
