-- Returns the sites with orders that lack a print file.
select distinct printed.site_id
from order_item_drawings printed
where printed.print_key is null
