select nextval(pg_get_serial_sequence('navigation_items', 'id'))
from generate_series(1, $1::bigint)
