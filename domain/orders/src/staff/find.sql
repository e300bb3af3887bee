-- Without a site ($1 is null) in all sites.
select o.site_id, o.id, o.number
from sites s
join orders o on o.site_id = s.id and lower(o.number collate "und-x-icu") = lower($2 collate "und-x-icu")
where s.id = $1
or $1::bigint is null
