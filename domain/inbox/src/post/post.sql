insert into inbox_events (site_id, kind, data, occurred_at)
values ($1, $2, jsonb_build_object($3::text, $4::bigint), $5)
