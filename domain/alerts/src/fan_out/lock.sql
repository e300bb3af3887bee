-- One server at a time tells alerts of a site, so that it knows how many mails each person has got. 4508 is the class of
-- these locks.
select pg_try_advisory_xact_lock(4508, hashint8($1))
