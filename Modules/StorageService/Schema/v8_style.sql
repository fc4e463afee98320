-- How the document that an entry was read from writes it, where that is not how an export does: nearly
-- every log of the tracker's own documents leaves keys out, which was a document of its own each.
ALTER TABLE entry ADD COLUMN style INTEGER;
ALTER TABLE displaced_entry ADD COLUMN style INTEGER;
