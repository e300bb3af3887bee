-- When it was first migrated, which no other database has but a copy of this one.
select history.applied_on
from refinery_schema_history history
where history.version = 1
