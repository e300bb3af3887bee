-- Starts a conversation, or returns the one that a concurrent call has just created. `xmax` is 0 only in a row that
-- this statement has inserted.
insert into chat_conversations as conversation (
    site_id, widget_id, visitor_id, visitor_name, visitor_email, last_event_at, last_message_at, started_at
)
values ($1, $2, $3, $4, $5, $6, $6, $6)
on conflict (site_id, widget_id, visitor_id) where status <> 'closed' do update
set visitor_name = coalesce(conversation.visitor_name, excluded.visitor_name),
    visitor_email = coalesce(conversation.visitor_email, excluded.visitor_email)
returning conversation.id, conversation.xmax = 0 as is_new
