select item.product_id, item.variant_id, item.stock_of, item.quantity
from order_items item
where item.site_id = $1
and item.order_id = $2
