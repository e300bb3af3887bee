-- Searches ignore case as Unicode's full case mappings do: `STRASSE` finds `Straße`, and `ΚΟΣ` finds `ΚΟΣΜΟΣ`, although
-- the last letter of `ΚΟΣ` is `ς` in lower case. In upper case, such letters have one form. The text is converted to
-- lower case before, because `ẞ` is its own upper case and would not become `SS`.
--
-- Servers of the previous release still search in `search_text`, by indexes without `folded`. A later migration may drop
-- these.

alter table products add column folded_text text collate "und-x-icu" generated always as (
    upper(lower((name || ' ' || coalesce(short_description, '')) collate "und-x-icu"))
) stored;
create index products_by_folded_words on products using gin (site_id, folded_text gin_trgm_ops)
    where status = 'active';
create index products_with_folded_text on products (site_id, created_at desc, id desc)
    include (folded_text, category_id, price, featured)
    where status = 'active' and octet_length(folded_text) <= 2000;
create index products_with_long_folded_text on products (site_id)
    where status = 'active' and octet_length(folded_text) > 2000;

alter table posts add column folded_text text collate "und-x-icu" generated always as (
    upper(lower(title collate "und-x-icu"))
) stored;
create index posts_by_folded_words_of_title on posts using gin (site_id, folded_text gin_trgm_ops)
    where published;

alter table customers add column folded_text text collate "und-x-icu" generated always as (
    upper(lower(
        (' ' || email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')) collate "und-x-icu"
    ))
) stored;
create index customers_by_period_and_folded_words on customers using gin (
    site_id,
    date_bin('28 days', created_at, '2001-01-01T00:00:00Z'::timestamptz),
    folded_text gin_trgm_ops
);

create index orders_by_week_and_folded_name on orders (
    site_id,
    date_bin('7 days', created_at, '2001-01-01T00:00:00Z'::timestamptz),
    (upper(lower(customer_name collate "und-x-icu")) collate "C")
) include (customer_name, id, created_at, status, payment_status);

-- Slugs are stored and looked up in Unicode's normalization form C, because browsers send paths in this form. If
-- several rows of a site have the same slug in this form, they stay as they are. The APIs then find only the row whose
-- slug is in this form already.
update posts post
set slug = normalize(post.slug, nfc)
where post.slug is not nfc normalized
and not exists (
    select
    from posts other
    where other.site_id = post.site_id
    and other.id <> post.id
    and normalize(other.slug, nfc) = normalize(post.slug, nfc)
);
update products product
set slug = normalize(product.slug, nfc)
where product.slug is not nfc normalized
and not exists (
    select
    from products other
    where other.site_id = product.site_id
    and other.id <> product.id
    and normalize(other.slug, nfc) = normalize(product.slug, nfc)
);
update categories category
set slug = normalize(category.slug, nfc)
where category.slug is not nfc normalized
and not exists (
    select
    from categories other
    where other.site_id = category.site_id
    and other.id <> category.id
    and normalize(other.slug, nfc) = normalize(category.slug, nfc)
);
update tags tag
set slug = normalize(tag.slug, nfc)
where tag.slug is not nfc normalized
and not exists (
    select
    from tags other
    where other.site_id = tag.site_id
    and other.id <> tag.id
    and normalize(other.slug, nfc) = normalize(tag.slug, nfc)
);
update product_categories category
set slug = normalize(category.slug, nfc)
where category.slug is not nfc normalized
and not exists (
    select
    from product_categories other
    where other.site_id = category.site_id
    and other.id <> category.id
    and normalize(other.slug, nfc) = normalize(category.slug, nfc)
);
