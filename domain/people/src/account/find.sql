select
    person.email,
    person.password_hash,
    exists (
        select true
        from person_networks network
        where network.person_id = person.id
        and network.network_sha256 = $2
    ) as is_known_network
from people person
where person.id = $1
and person.password_hash is not null
