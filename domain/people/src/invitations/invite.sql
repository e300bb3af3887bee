-- Replaces the open invitation of the command line for all sites, or that of a site from before V048.
insert into invitations (person_id, token_sha256, expires_at)
values ($1, $2, $3)
on conflict (person_id) do update
set token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at, for_site = null
