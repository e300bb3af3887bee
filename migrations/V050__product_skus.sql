-- Searches of products by the beginning of an SKU. A B-tree's rows have at most 2,704 bytes, and an SKU from a bundle may
-- be longer.
create index products_by_folded_sku on products (
    site_id,
    (left(upper(lower(sku collate "und-x-icu")), 100) collate "C"),
    id
) where sku is not null;
create index product_variants_by_folded_sku on product_variants (
    site_id,
    (left(upper(lower(sku collate "und-x-icu")), 100) collate "C"),
    product_id
) where sku is not null;
