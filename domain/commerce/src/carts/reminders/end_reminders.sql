insert into reminder_addresses as address (site_id, email_sha256, ended_at)
values ($1, sha256(convert_to($1::bigint::text || ' ' || lower($2 collate "und-x-icu"), 'UTF8')), $3)
on conflict (site_id, email_sha256) do update
set ended_at = excluded.ended_at
where address.ended_at is null
