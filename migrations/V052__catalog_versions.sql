-- Versions of product categories, discount codes, shipping zones and stores, like those of products.
alter table product_categories add column version bigint not null default (extract(epoch from now()) * 1000)::bigint;
alter table discount_codes add column version bigint not null default (extract(epoch from now()) * 1000)::bigint;
alter table shipping_zones add column version bigint not null default (extract(epoch from now()) * 1000)::bigint;
alter table stores add column if not exists version bigint not null default (extract(epoch from now()) * 1000)::bigint;
