update inbox_counters counter
set newest_number = $2
where counter.site_id = $1
