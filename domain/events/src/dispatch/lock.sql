-- One server at a time dispatches events of a site, so that they are dispatched in their order. 4507 is the class of these
-- locks.
select pg_try_advisory_xact_lock(4507, hashint8($1))
