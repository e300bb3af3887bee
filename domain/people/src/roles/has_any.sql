select
    exists (select true from people person where person.id = $1 and person.all_site_roles <> '{}')
    or exists (select true from person_roles granted where granted.person_id = $1)
