-- Creates a design and, if $4 is true, the session $3. Returns the design, or the reason why it cannot be created. $10
-- says whether the owner has too many designs.
with offered as (
    select product.is_designable or product.designable as is_designable
    from products product
    where product.site_id = $1
    and product.id = $7
    and product.status = 'active'
),
verdict as (
    select case
        -- The customer may have been erased since the request was authenticated.
        when $2::bigint is not null and not exists (
            select
            from customers customer
            where customer.site_id = $1
            and customer.id = $2
            for key share
        ) then 'unauthorized'
        when offered.is_designable is null then 'product_not_found'
        when not offered.is_designable then 'product_is_not_designable'
        when $10::boolean then 'too_many_designs'
    end as refusal
    from (select) one
    left join offered on true
),
begun as (
    insert into design_sessions (site_id, token_sha256, created_at, last_visit_at)
    select $1, $3::bytea, $5, $5
    from verdict
    where verdict.refusal is null
    and $4::boolean
),
made as (
    insert into designs (
        site_id, id, uuid, product_id, customer_id, session_sha256, name, layers, created_at, updated_at
    )
    select $1, $6, gen_random_uuid(), $7, $2::bigint, $3::bytea, $8, coalesce($9::json, '[]'), $5, $5
    from verdict
    where verdict.refusal is null
    returning *
)
select verdict.refusal,
    case when made.id is not null then json_build_object(
        'id', made.id,
        'uuid', made.uuid,
        'websiteId', made.site_id,
        'productId', made.product_id,
        'name', made.name,
        'isPublic', made.is_public,
        'createdAt', made.created_at,
        'updatedAt', made.updated_at,
        -- The handler fills in the session's id for a client that has the session's token.
        'sessionId', null
    ) end as design
from verdict
left join made on true
