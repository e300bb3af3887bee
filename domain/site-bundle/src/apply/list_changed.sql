-- The ids among $4 of rows of the kind $2 that were changed after $3. A change of a variant is a change of its product. The
-- navigation is one row, and an apply that was interrupted may have changed it for the same file.
select entry.target_id
from audit_entries entry
where entry.site_id = $1
and entry.target_kind = $2
and entry.target_id = any ($4)
and entry.at > $3
and (entry.target_kind <> 'navigation' or entry.operation not in ('stoa site apply', 'applySite'))
union
select variant.product_id::text
from product_variants variant
where $2 = 'product'
and variant.site_id = $1
and variant.product_id::text = any ($4)
and variant.id::text in (
    select entry.target_id
    from audit_entries entry
    where entry.site_id = $1
    and entry.target_kind = 'variant'
    and entry.at > $3
)
