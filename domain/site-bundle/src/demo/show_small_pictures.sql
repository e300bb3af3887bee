-- Like show_pictures.sql, for thumbnails of media. This is a separate statement, because one statement cannot update a
-- row twice.
update media file
set thumbnail_url = given.url
from unnest($1::text[], $2::text[], $3::text[]) as given(url, bundled, tail)
where file.site_id = 1
  and (file.thumbnail_url = given.bundled or file.thumbnail_url like '%' || given.tail)
  and file.thumbnail_url <> given.url
