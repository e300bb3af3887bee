delete from server_keys issued
where issued.id = $1
