-- The last condition makes only one of several concurrent requests write.
update server_keys issued
set last_used_at = $2
where issued.id = $1
and (issued.last_used_at is null or issued.last_used_at <= $3)
