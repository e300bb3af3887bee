-- Server keys for several sites, and the authors of what staff write.
--
-- A server of the previous commit ignores the new columns. It accepts, lists and revokes a key only for `for_site`, and
-- then revokes it for all sites. Its rows have no author, so they count as written by the command line.

-- Further sites of a key. `for_site` remains the first, and each key has at least this one.
alter table server_keys add column for_further_sites bigint[] not null default '{}';

-- Finds the keys that have a site as a further one.
create index server_keys_by_further_site on server_keys using gin (for_further_sites);

-- The kind and the id of the author, as in `audit_entries`. Null in rows from before this migration, and in those of
-- visitors and customers.
alter table order_notes add column actor_kind text;
alter table order_notes add column actor_id bigint;
alter table support_replies add column actor_kind text;
alter table support_replies add column actor_id bigint;
alter table chat_events add column actor_kind text;
alter table chat_events add column actor_id bigint;

alter table stock_adjustments add column actor_kind text;
alter table stock_adjustments add column actor_id bigint;
alter table stock_adjustments add column actor_name text;

create index stock_adjustments_by_time on stock_adjustments (site_id, created_at desc, id desc);
