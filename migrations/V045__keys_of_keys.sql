-- Who created a server key, so that a removed person's keys and a revoked key's keys can be revoked too.
--
-- A server of the previous commit leaves the new column null. It shows a key that a server key created as before.

-- The server key that created this one. `created_by_name` is its name at that time. Null together with `created_by_id` if
-- the server did not record who created the key.
alter table server_keys add column created_by_key_id bigint;

create index server_keys_by_creator on server_keys (created_by_id);
create index server_keys_by_parent on server_keys (created_by_key_id);
