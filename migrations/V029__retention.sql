-- Retention of closed conversations.

-- How long a conversation is retained after it was closed.
alter table sites add column conversation_retention_days bigint not null default 400;
alter table sites add constraint sites_conversation_retention_out_of_range
    check (conversation_retention_days between 1 and 36500);

-- By `started_at`, which never changes. With a column in an index that each message changes, such as `last_event_at`,
-- Postgres would update all indexes for each message.
create index chat_conversations_closed on chat_conversations (site_id, started_at) where status = 'closed';
