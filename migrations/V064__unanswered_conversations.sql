-- The first message of a visitor since the last answer of an agent. `unanswered_since` is null again once an alert tells of
-- it. Servers of the previous release ignore the columns.
alter table chat_conversations add column unanswered_event bigint;
alter table chat_conversations add column unanswered_since timestamptz(3);
create index chat_conversations_unanswered on chat_conversations (site_id, unanswered_since)
where unanswered_since is not null and status <> 'closed';
