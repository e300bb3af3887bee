-- Records a reminder to the address $2 at $3, unless the address has ended reminders or got one after $4.
insert into reminder_addresses as address (site_id, email_sha256, reminded_at)
values ($1, sha256(convert_to($1::bigint::text || ' ' || lower($2 collate "und-x-icu"), 'UTF8')), $3)
on conflict (site_id, email_sha256) do update
set reminded_at = excluded.reminded_at
where address.ended_at is null
and (address.reminded_at is null or address.reminded_at <= $4)
