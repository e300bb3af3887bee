-- A person's open invitations: one of the command line for all sites, in `invitations`, and one of each site.
--
-- Before this migration, invitations of sites were in `invitations` too (`for_site`). Those stay valid there.

create table site_invitations (
    person_id bigint not null,
    for_site bigint not null,
    token_sha256 bytea not null,
    expires_at timestamptz(3) not null,
    constraint site_invitations_person_taken primary key (person_id, for_site),
    constraint site_invitations_token_taken unique (token_sha256),
    constraint site_invitations_person_missing foreign key (person_id) references people (id) on delete cascade
);

create view open_invitations as
select invited.person_id, invited.for_site, invited.token_sha256, invited.expires_at
from invitations invited
union all
select invited.person_id, invited.for_site, invited.token_sha256, invited.expires_at
from site_invitations invited;
