-- The alerts $2, newest first, with what they are about.
select
    alert.kind,
    alert.occurred_at,
    site.time_zone,
    placed.number as order_number,
    placed.total,
    placed.currency,
    product.name as product_name,
    variant.name as variant_name,
    (alert.data ->> 'quantity')::bigint as quantity,
    (alert.data ->> 'conversationId')::bigint as conversation_id,
    (alert.data ->> 'messageId')::bigint as message_id,
    message.subject as message_subject,
    alert.data ->> 'urlHost' as url_host,
    alert.data ->> 'month' as month
from alerts alert
join sites site on site.id = $1
left join orders placed
    on placed.site_id = $1
    and placed.id = (alert.data ->> 'orderId')::bigint
left join products product
    on product.site_id = $1
    and product.id = (alert.data ->> 'productId')::bigint
left join product_variants variant
    on variant.site_id = $1
    and variant.id = (alert.data ->> 'variantId')::bigint
left join support_messages message
    on message.site_id = $1
    and message.id = (alert.data ->> 'messageId')::bigint
where alert.site_id = $1
and alert.id = any ($2)
order by alert.occurred_at desc, alert.id desc
