-- Retention of closed conversations and of visitors' designs.

-- How long a conversation is retained after it was closed.
alter table sites add column conversation_retention_days bigint not null default 400;
alter table sites add constraint sites_conversation_retention_out_of_range
    check (conversation_retention_days between 1 and 36500);

-- By `started_at`, which never changes. With a column in an index that each message changes, such as `last_event_at`,
-- Postgres would update all indexes for each message.
create index chat_conversations_closed on chat_conversations (site_id, started_at) where status = 'closed';

-- When a request or an import last used the session, recorded at most once a day. No earlier visit is known, so this
-- migration counts as one. Servers of the release before record no visits.
alter table design_sessions add column last_visit_at timestamptz(3) not null default now();

-- When the job last deleted designs of the session.
alter table design_sessions add column swept_at timestamptz(3);

create index design_sessions_by_rest on design_sessions (site_id, greatest(last_visit_at, swept_at));
drop index design_sessions_by_age;
