-- Creates the legacy designs $2 at the time $3, and their sessions if these do not exist yet. The import counts as a
-- visit of the sessions. If any design is faulty, creates nothing and returns the faults, each with the index of its
-- design. A session that began at $4 or earlier has ended.
with sent as materialized (
    select item.*, customer.id as customer_id, decode(item."sessionSha256", 'hex') as session_sha256
    from json_to_recordset($2::json) as item (
        place bigint,
        id bigint,
        uuid uuid,
        "productId" bigint,
        name text,
        "layersBySurface" json,
        "canvasSize" json,
        status text,
        "isPublic" boolean,
        "customerEmail" text,
        "sessionSha256" text
    )
    left join customers customer
        on customer.site_id = $1
        and lower(customer.email collate "und-x-icu") = lower(item."customerEmail" collate "und-x-icu")
),
judged as materialized (
    select sent.place,
        case
            when not exists (
                select
                from products product
                where product.site_id = $1
                and product.id = sent."productId"
            ) then 'no_such_product'
            when sent."customerEmail" is not null and sent.customer_id is null then 'no_such_customer'
            when exists (
                select
                from designs design
                where design.site_id = $1
                and design.uuid = sent.uuid
            ) then 'uuid_is_taken'
            when exists (
                select
                from design_sessions session
                where session.site_id = $1
                and session.token_sha256 = sent.session_sha256
                and session.created_at <= $4
            ) then 'session_has_ended'
        end as fault
    from sent
),
good as (
    select sent.*
    from sent
    where not exists (
        select
        from judged
        where judged.fault is not null
    )
),
begun as (
    insert into design_sessions as session (site_id, token_sha256, created_at, last_visit_at)
    select distinct $1, good.session_sha256, $3::timestamptz, $3::timestamptz
    from good
    where good.session_sha256 is not null
    on conflict (site_id, token_sha256) do update
    set last_visit_at = excluded.last_visit_at
),
made as (
    insert into designs (
        site_id, id, uuid, legacy, product_id, customer_id, session_sha256, name, is_public, was_shared, status,
        layers_by_surface, canvas_width, canvas_height, created_at, updated_at
    )
    select $1, good.id, good.uuid, true, good."productId", good.customer_id, good.session_sha256,
        coalesce(good.name, 'Untitled Design'), good."isPublic", good."isPublic", coalesce(good.status, 'draft'),
        good."layersBySurface", (good."canvasSize" ->> 'width')::double precision,
        (good."canvasSize" ->> 'height')::double precision, $3, $3
    from good
)
select judged.place, judged.fault
from judged
where judged.fault is not null
order by judged.place
