-- The keys of $3 are names of columns.
insert into tags (site_id, name, slug, version)
select
    $1,
    wished.name,
    normalize(wished.slug, nfc),
    (extract(epoch from $2::timestamptz) * 1000)::bigint
from jsonb_populate_record(null::tags, $3) wished
returning id
