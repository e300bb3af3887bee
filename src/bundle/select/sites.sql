select row_to_json(item)::text
from (
    select s.id, s.name, s.domain, s.subdomain, s.description, s.custom_layout as "customLayout", s.active
    from sites s
    where s.id = $1
) item
