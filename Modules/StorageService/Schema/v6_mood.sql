-- How a person felt, from 1 to 5, and where it was.
ALTER TABLE entry ADD COLUMN mood INTEGER;
ALTER TABLE entry ADD COLUMN place TEXT;
ALTER TABLE displaced_entry ADD COLUMN mood INTEGER;
ALTER TABLE displaced_entry ADD COLUMN place TEXT;
