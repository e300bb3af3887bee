insert into reminder_optouts (site_id, email_sha256, created_at)
values ($1, sha256(convert_to($1::bigint::text || ' ' || lower($2 collate "und-x-icu"), 'UTF8')), $3)
on conflict (site_id, email_sha256) do nothing
