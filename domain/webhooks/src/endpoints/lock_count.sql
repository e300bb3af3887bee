-- 4508 is the class of these locks.
select pg_advisory_xact_lock(4508, hashint8($1))
