-- Stores the copy $6 of the design $7. If $4 is true, also creates the session $3. Returns no row if the customer $2 no
-- longer exists.
with caller as (
    select true
    where $2::bigint is null
    or exists (
        select
        from customers customer
        where customer.site_id = $1
        and customer.id = $2
        for key share
    )
),
begun as (
    insert into design_sessions (site_id, token_sha256, created_at, last_visit_at)
    select $1, $3::bytea, $5, $5
    from caller
    where $4::boolean
),
made as (
    insert into designs (
        site_id, id, uuid, product_id, customer_id, session_sha256, name, description, style_id, layers,
        style_overrides, thumbnail_url, thumbnail_key, created_at, updated_at
    )
    select $1, $6, gen_random_uuid(), design.product_id, $2::bigint, $3::bytea, $8, design.description,
        design.style_id, $9::json, design.style_overrides, design.thumbnail_url, design.thumbnail_key, $5, $5
    from caller
    cross join designs design
    where design.site_id = $1
    and design.id = $7
    returning *
)
select
    made.id,
    made.uuid::text,
    made.site_id as website_id,
    made.product_id,
    made.name,
    made.is_public,
    made.created_at,
    made.updated_at,
    -- The handler fills in the session's id for a client that has the session's token.
    null as session_id
from made
