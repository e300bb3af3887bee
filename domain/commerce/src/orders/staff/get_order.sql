-- Finds an order by its number. URLs of the site's files begin with $3. A refund counts as failed if it is unpaid and
-- was requested at $4 or earlier, or if the provider reports that it failed.
select
    placed.id,
    placed.number as order_number,
    placed.status,
    placed.payment_status,
    array_remove(
        array[
            case
                when exists (
                    select
                    from order_refunds refund
                    where refund.site_id = $1
                    and refund.order_id = placed.id
                    and refund.done_at is null
                    and refund.asked_at <= $4
                ) or placed.refund_failed_at is not null then 'refund_failed'
            end,
            case when placed.payment_status = 'disputed' then 'payment_disputed' end,
            case
                when placed.payment_intent_id is not null
                and not placed.intent_settled
                and placed.payment_status in ('unpaid', 'processing', 'failed')
                and placed.unknown_to_account is not null then 'payment_of_another_account'
            end
        ],
        null
    ) as attention,
    placed.payment_provider,
    placed.payment_intent_id,
    placed.customer_id,
    placed.customer_name,
    placed.customer_email,
    placed.customer_phone,
    placed.customer_note,
    placed.shipping_address,
    placed.billing_address,
    placed.currency,
    placed.subtotal,
    placed.discount_total,
    placed.discount_code,
    placed.shipping_total,
    placed.shipping_method,
    placed.tax_total,
    placed.gift_certificate_total,
    placed.total,
    placed.refunded_total + placed.gift_refunded_total as refunded_total,
    placed.carrier,
    placed.tracking_number,
    placed.tracking_url,
    placed.latest_tracking_status,
    placed.created_at,
    placed.paid_at,
    placed.shipped_at,
    placed.delivered_at,
    array_to_json(array(
        select json_build_object(
            'position', item.position,
            'productId', item.product_id,
            'variantId', item.variant_id,
            'productName', item.product_name,
            'variantName', item.variant_name,
            'sku', item.sku,
            'unitPrice', item.unit_price,
            'quantity', item.quantity,
            'total', item.total,
            'designId', item.design_id,
            'printFiles', array_to_json(array(
                select json_build_object('side', printed.side, 'url', $3::text || printed.print_key)
                from order_item_drawings printed
                where printed.site_id = $1
                and printed.order_id = placed.id
                and printed.position = item.position
                order by printed.side_position
            ))
        )
        from order_items item
        where item.site_id = $1
        and item.order_id = placed.id
        order by item.position
    )) as items,
    array_to_json(array(
        select json_build_object(
            'from', change.from_status,
            'to', change.to_status,
            'note', change.note,
            'createdAt', change.occurred_at
        )
        from order_status_changes change
        where change.site_id = $1
        and change.order_id = placed.id
        order by change.id
    )) as status_history,
    array_to_json(array(
        select json_build_object(
            'eventType', event.event_type,
            'status', event.payload ->> 'status',
            'createdAt', event.processed_at
        )
        from order_tracking_events event
        where event.site_id = $1
        and event.order_id = placed.id
        order by event.processed_at, event.event_id
    )) as tracking_events,
    array_to_json(array(
        select json_build_object(
            'id', refund.id,
            'amount', refund.amount,
            'requestedAt', refund.asked_at,
            'paidAt', refund.done_at
        )
        from order_refunds refund
        where refund.site_id = $1
        and refund.order_id = placed.id
        order by refund.id
    )) as refunds,
    array_to_json(array(
        select json_build_object(
            'id', note.id,
            'author', json_build_object(
                'kind', coalesce(note.actor_kind, 'command_line'),
                'id', nullif(note.actor_id, 0),
                'name', note.author_name
            ),
            'body', note.body,
            'createdAt', note.created_at
        )
        from order_notes note
        where note.site_id = $1
        and note.order_id = placed.id
        order by note.id
    )) as notes
from orders placed
where placed.site_id = $1
and lower(placed.number collate "und-x-icu") = lower($2 collate "und-x-icu")
order by placed.id
limit 1
