-- Adds $3 bytes to what the caller $1 has stored in the window that began at $2. Adds nothing if the caller would then
-- have stored more than $4 bytes.
insert into stored_bytes as stored (caller_sha256, window_start, bytes)
select $1, $2, $3::bigint
where $3 <= $4::bigint
on conflict (caller_sha256, window_start) do update
set bytes = stored.bytes + excluded.bytes
where stored.bytes + excluded.bytes <= $4
