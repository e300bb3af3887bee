-- Versions of products and variants, which the staff's API compares with `If-Match`. The first version is the
-- time of insertion in milliseconds. If an import replaces a row, the new row has a later version.
alter table products add column version bigint not null default (extract(epoch from now()) * 1000)::bigint;
alter table product_variants add column version bigint not null default (extract(epoch from now()) * 1000)::bigint;

-- Servers of the previous release do not sell an archived product either, but a wishlist says `archived`.
alter table products drop constraint products_status_unknown;
alter table products add constraint products_status_unknown
    check (status in ('active', 'inactive', 'draft', 'archived')) not valid;
alter table products validate constraint products_status_unknown;

-- The staff's lists. A list reads the newest products of one status at a time.
create index products_by_status on products (site_id, status, created_at desc, id desc);
create index products_by_category_and_status on products (site_id, category_id, status, created_at desc, id desc);
create index products_by_folded_words_unless_active on products using gin (site_id, folded_text gin_trgm_ops)
    where status <> 'active';
