insert into public_urls (id, url)
values (1, $1)
on conflict (id) do update
set url = excluded.url
where public_urls.url <> excluded.url
