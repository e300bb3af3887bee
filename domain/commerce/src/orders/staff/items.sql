select item.product_name || coalesce(' / ' || item.variant_name, ''), item.sku, item.unit_price::text,
    item.quantity::text, item.total::text
from order_items item
where item.site_id = $1
and item.order_id = $2
order by item.position
