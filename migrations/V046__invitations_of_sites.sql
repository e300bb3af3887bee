-- The data that a site sees of a person before the person accepts the site's invitation: the same for every address.
--
-- A server of the previous commit leaves the new columns null: the people whom it invites count as accepted.

-- The e-mail address as the inviter wrote it. Null once the person has accepted.
alter table person_roles add column invited_as text;

-- The id by which the site knows the person until then. Afterwards it is `person_id`.
alter table person_roles add column invitation_id bigint;

create index person_roles_by_shown_id on person_roles (site_id, (coalesce(invitation_id, person_id)));

-- The site that invited the person. Null if the command line gave roles for all sites.
alter table invitations add column for_site bigint;
