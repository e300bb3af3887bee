-- Prices with which a cart of 200 lines of 999 pieces each could pass 2^53 - 1 cents. Nearly every site has none.
-- add_plain_lines.sql leaves the lines of sites with such prices to add_cart_item.sql, which sums up the cart.
create index products_with_excessive_price on products (site_id) where price > 9007199254740991 / (200 * 999);
create index product_variants_with_excessive_price on product_variants (site_id)
    where price > 9007199254740991 / (200 * 999);
