-- What runs beside requests: who is at a round, and when one last ended well. Of no site, like the servers that run it.

create table job_leases (
    name text not null,
    -- A number of the round that is at work; null when none is.
    holder bigint,
    -- Until then nobody else begins one, though nothing be heard of the holder.
    expires_at timestamptz(3) not null,
    -- On whichever server.
    succeeded_at timestamptz(3),
    constraint job_leases_name_taken primary key (name)
);
