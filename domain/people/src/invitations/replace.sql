insert into invitations (person_id, token_sha256, expires_at, for_site)
values ($1, $2, $3, $4)
on conflict (person_id) do update
set token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at, for_site = excluded.for_site
