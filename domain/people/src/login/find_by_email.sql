-- Returns no row for a person who has not accepted an invitation yet.
select
    person.id,
    person.password_hash,
    exists (
        select true
        from person_networks network
        where network.person_id = person.id
        and network.network_sha256 = $2
    ) as is_known_network
from people person
where lower(person.email collate "und-x-icu") = lower($1::text collate "und-x-icu")
and person.password_hash is not null
