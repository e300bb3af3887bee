-- Deletes the key $1. The keys that it created get its creator, so that a later removal of that person or key finds
-- them.
with deleted as (
    delete from server_keys parent
    where parent.id = $1
    returning parent.id, parent.created_by_id, parent.created_by_name, parent.created_by_key_id
)
update server_keys issued
set created_by_id = deleted.created_by_id,
    created_by_name = deleted.created_by_name,
    created_by_key_id = deleted.created_by_key_id
from deleted
where issued.created_by_key_id = deleted.id
