-- The keys of $3 are names of columns.
insert into categories (site_id, name, slug, description, color, version)
select
    $1,
    wished.name,
    normalize(wished.slug, nfc),
    wished.description,
    wished.color,
    (extract(epoch from $2::timestamptz) * 1000)::bigint
from jsonb_populate_record(null::categories, $3) wished
returning id
