-- Version 6: photos. Rules and conventions as in version 1.

-- The photos of a profile, each once by its bytes.
CREATE TABLE dayline.photo (
    profile_id bigint NOT NULL,
    -- SHA-256 in 64 hexadecimal digits, and the extension of the format.
    file text COLLATE "C" NOT NULL,
    bytes bigint NOT NULL,
    -- The time of the last upload. A photo that no record names is removed a day later.
    stored_at bigint NOT NULL,
    PRIMARY KEY (profile_id, file)
);

-- The pieces of a photo in their order, of at most 1 MiB, and of the pictures that are made of the photo.
CREATE TABLE dayline.photo_piece (
    profile_id bigint NOT NULL,
    file text COLLATE "C" NOT NULL,
    -- 'full' for the photo itself; 'screen' or 'thumbnail' for a picture that is made again if it is missing.
    size text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (profile_id, file, size, number)
);
-- Pictures are compressed already.
ALTER TABLE dayline.photo_piece ALTER COLUMN data SET STORAGE EXTERNAL;
