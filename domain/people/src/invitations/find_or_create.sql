-- Returns the person with the address $1, whose row it locks. Creates the person if there is none.
insert into people (email, created_at)
values ($1, $2)
on conflict (lower(email collate "und-x-icu")) do update
set email = people.email
returning id, password_hash is not null as has_password
