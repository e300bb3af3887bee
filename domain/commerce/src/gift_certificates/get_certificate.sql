select
    certificate.id,
    certificate.code,
    certificate.initial_amount,
    certificate.remaining_amount,
    -- If several states apply, the most permanent one is returned.
    case
        when certificate.disabled then 'disabled'
        when certificate.expires_at <= $3 then 'expired'
        when certificate.remaining_amount = 0 then 'depleted'
        else 'active'
    end as status,
    certificate.expires_at,
    certificate.created_at,
    array(
        select row(
            movement.id,
            placed.number, -- orderNumber
            movement.amount,
            movement.reason,
            movement.occurred_at
        )
        from gift_certificate_movements movement
        left join orders placed on placed.site_id = $1 and placed.id = movement.order_id
        where movement.site_id = $1
        and movement.certificate_id = certificate.id
        order by movement.id desc
        limit 100
    ) as movements
from gift_certificates certificate
where certificate.site_id = $1
and certificate.id = $2
