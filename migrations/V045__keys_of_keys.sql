-- The creator of a server key, so that the server can revoke the keys of a removed person and of a revoked key.
--
-- A server of the previous release leaves the new column null, and shows no creator of a key that a server key created.

-- The server key that created this one. `created_by_name` is its name at that time. Null if a person
-- created the key. If `created_by_id` is null too, the server did not record the creator.
alter table server_keys add column created_by_key_id bigint;

create index server_keys_by_creator on server_keys (created_by_id);
create index server_keys_by_parent on server_keys (created_by_key_id);
