-- Deletes up to 1,000 counts of stored bytes whose window began at $1 or earlier.
delete from stored_bytes stored
where (stored.caller_sha256, stored.window_start) in (
    select old.caller_sha256, old.window_start
    from stored_bytes old
    where old.window_start <= $1
    limit 1000
)
