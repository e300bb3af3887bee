-- Returns $2 ids of the table $1, which no row has.
select nextval(pg_get_serial_sequence($1::text, 'id'))
from generate_series(1, $2::bigint)
