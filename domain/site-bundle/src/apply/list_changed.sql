-- The ids of rows of the kind $2 that were changed after $3, except by the apply that began at $4. A change of a variant is
-- a change of its product.
select entry.target_id
from audit_entries entry
where entry.site_id = $1
and entry.target_kind = $2
and entry.at > $3
and entry.at <> $4::timestamptz(3)
union
select variant.product_id::text
from product_variants variant
where $2 = 'product'
and variant.site_id = $1
and variant.id::text in (
    select entry.target_id
    from audit_entries entry
    where entry.site_id = $1
    and entry.target_kind = 'variant'
    and entry.at > $3
)
