-- Searches of orders and customers find the newest matches first, without reading all matches.
--
-- Servers of the previous release still search with orders_by_name, orders_by_email and customers_by_words. A later
-- migration may drop these.
--
-- A search looks into one period after the other, from the newest on, until it has a page. A period of orders has 7 days,
-- and one of customers has 28 days, because each look into a GIN index costs more.

create index orders_by_week_and_name on orders (
    site_id,
    date_bin('7 days', created_at, '2001-01-01T00:00:00Z'::timestamptz),
    (lower(customer_name collate "und-x-icu") collate "C")
) include (customer_name, id, created_at, status, payment_status);
create index orders_by_week_and_email on orders (
    site_id,
    date_bin('7 days', created_at, '2001-01-01T00:00:00Z'::timestamptz),
    (lower(customer_email collate "und-x-icu") collate "C")
) include (customer_email, id, created_at, status, payment_status);

create index customers_by_period_and_words on customers using gin (
    site_id,
    date_bin('28 days', created_at, '2001-01-01T00:00:00Z'::timestamptz),
    search_text gin_trgm_ops
);
