delete from wishlist_items saved
using wishlists wishlist
where wishlist.site_id = $1
and wishlist.customer_id = $2
and saved.site_id = $1
and saved.wishlist_id = wishlist.id
and saved.product_id = $3
