delete from server_keys issued
where issued.for_site = $1
and issued.id = $2
