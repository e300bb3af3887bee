-- The design $1 of product 1, of a session of its own.
with session as (
    insert into design_sessions (site_id, token_sha256, created_at)
    values (1, $2, now())
)
insert into designs (site_id, id, uuid, product_id, session_sha256, name, created_at, updated_at)
values (1, $1, gen_random_uuid(), 1, $2, 'Bench', now(), now())
