insert into files as file (site_id, key, media_type, size, width, height, added_as, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)
