-- How many active products a site has in all (category 0) and in each category: lists tell it, and need not count.
-- Who writes products writes this in the same transaction; that is the import of a site.
create table product_totals (
    site_id bigint not null,
    category_id bigint not null,
    products bigint not null,
    constraint product_totals_category_taken primary key (site_id, category_id),
    constraint product_totals_site_missing foreign key (site_id) references sites (id) on delete cascade
);

insert into product_totals (site_id, category_id, products)
select product.site_id, coalesce(product.category_id, 0), count(*)
from products product
where product.status = 'active'
group by grouping sets ((product.site_id), (product.site_id, product.category_id))
having grouping(product.category_id) = 1 or product.category_id is not null;
