insert into inbox_counters (site_id, newest_number)
values ($1, 0)
on conflict (site_id) do nothing
