-- Returns the person with the address $1, and locks the person's row. Creates the person if there is none.
-- `invitation_id` is a new id, which is also the person's id if the person is new.
with numbered as materialized (
    select nextval(pg_get_serial_sequence('people', 'id')) as id
)
insert into people (id, email, created_at)
select numbered.id, $1, $2
from numbered
on conflict (lower(email collate "und-x-icu")) do update
set email = people.email
returning id, password_hash is not null as has_password, (select numbered.id from numbered) as invitation_id
