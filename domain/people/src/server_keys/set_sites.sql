update server_keys issued
set for_site = $2,
    for_further_sites = $3
where issued.id = $1
