-- The staff API's lists of customers, conversations and support messages.
--
-- Servers of the previous release still work. They do not record which person is the agent of a conversation that a
-- command assigns, so a person may have a conversation that such a server has assigned to another agent.

-- The person who is the agent. Null if a server key or a command is the agent. People belong to no site, so this is no foreign key.
alter table chat_conversations add column agent_person_id bigint;

-- Each message changes `last_message_at`, so with these indexes it updates all indexes of its conversation. Without them,
-- a page of the list would sort all conversations of its site.
create index chat_conversations_by_message on chat_conversations (site_id, status, last_message_at desc, id desc);
create index chat_conversations_by_agent on chat_conversations (
    site_id, agent_person_id, status, last_message_at desc, id desc
) where agent_person_id is not null;

-- Names and address, each after a blank, so that a search for ` mar` finds what begins with `mar`.
alter table customers add column search_text text collate "und-x-icu" generated always as (
    lower((' ' || email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')) collate "und-x-icu")
) stored;
create index customers_by_words on customers using gin (site_id, search_text gin_trgm_ops);

-- The order of bytes, in which the addresses with the same beginning are neighbours.
create index customers_by_address on customers (site_id, (lower(email collate "und-x-icu") collate "C"));

create index support_messages_by_status on support_messages (site_id, status, last_activity_at desc, id desc);
