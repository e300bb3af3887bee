-- Retention of closed conversations, of visitors' designs, and of print files of designs that were not ordered.
--
-- Servers of the previous release still work. They record no visits, store nothing to draw print files again, and
-- leave a print file that was deleted out of the list of an order's print files.
--
-- Indexes on existing columns are built first, before this migration takes locks that block reads.

-- By `started_at`, which never changes. With a column in an index that each message changes, such as `last_event_at`,
-- Postgres would update all indexes for each message.
create index chat_conversations_closed on chat_conversations (site_id, started_at) where status = 'closed';

create index order_item_drawings_not_drawn on order_item_drawings (site_id, order_id) where print_key is null;

-- Null if the order was placed after the print file was deleted, until a job draws it again.
alter table order_item_drawings alter column print_key drop not null;

-- Null after the print file was deleted, until it is drawn again.
alter table design_drawings alter column print_key drop not null;

-- The next three columns are what it takes to draw the print file again, byte for byte. All are null if the file was
-- drawn before this migration or by a server of the release before. Such a file is not deleted.
--
-- The ratio of the print's width to its height, which depended on the style and on the photo of the product.
alter table design_drawings add column print_proportion double precision;
-- The images that were drawn. Layers may name other images, which were left out.
alter table design_drawings add column print_images bigint[];
alter table design_drawings add column print_sha256 bytea;

-- When the print file is deleted, unless a cart or an order refers to it. Null if there is no file, or if it cannot be
-- drawn again.
alter table design_drawings add column print_expires_at timestamptz(3);
create index design_drawings_by_print_expiry on design_drawings (site_id, print_expires_at)
    where print_expires_at is not null;

-- When a request or an import last used the session, recorded at most once a day. No earlier visit is known, so this
-- migration counts as one.
alter table design_sessions add column last_visit_at timestamptz(3) not null default now();

-- When the job last swept the session's designs.
alter table design_sessions add column swept_at timestamptz(3);

create index design_sessions_by_rest on design_sessions (site_id, greatest(last_visit_at, swept_at));

-- How long a conversation is retained after it was closed.
alter table sites add column conversation_retention_days bigint not null default 400
    constraint sites_conversation_retention_out_of_range check (conversation_retention_days between 1 and 36500);

-- The designs in carts and orders, which are retained.
create view used_designs as
select line.site_id, line.design_id as design_uuid
from cart_items line
where line.design_id is not null
union all
select item.site_id, item.design_id
from order_items item
where item.design_id is not null;
