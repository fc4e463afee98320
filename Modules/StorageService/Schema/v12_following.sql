-- Changes that follow from what is stored, as what is read from health data does: nobody takes them back by
-- themselves. They go with the step before them.
CREATE TABLE following (
    profile_id INTEGER NOT NULL,
    first_change INTEGER NOT NULL,
    last_change INTEGER NOT NULL,
    PRIMARY KEY (profile_id, first_change)
) STRICT, WITHOUT ROWID;
