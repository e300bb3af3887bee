-- The same for the small ones of media, which stand in the rows of the large ones.
update media file
set thumbnail_url = given.url
from unnest($1::text[], $2::text[], $3::text[]) as given(url, bundled, tail)
where file.site_id = 1
  and (file.thumbnail_url = given.bundled or file.thumbnail_url like '%' || given.tail)
  and file.thumbnail_url <> given.url
