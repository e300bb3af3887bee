-- Replaces the open invitation of the site $4.
insert into site_invitations (person_id, token_sha256, expires_at, for_site)
values ($1, $2, $3, $4)
on conflict (person_id, for_site) do update
set token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at
