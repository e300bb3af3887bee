-- How many active products a site and each of its categories have: lists tell it and need not count. The rows that hold
-- it are put anew by every import, in the transaction that puts the products; an older release leaves null there, and
-- then they are counted. Whoever changes products by hand sets it to null.
alter table stores add column active_products bigint;
alter table product_categories add column active_products bigint;

update stores store
set active_products = (
    select count(*)
    from products product
    where product.site_id = store.site_id
    and product.status = 'active'
);

update product_categories category
set active_products = (
    select count(*)
    from products product
    where product.site_id = category.site_id
    and product.category_id = category.id
    and product.status = 'active'
);
