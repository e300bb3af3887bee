-- The time of the first migration identifies a database. Only a copy of the database has the same time.
select history.applied_on
from refinery_schema_history history
where history.version = 1
