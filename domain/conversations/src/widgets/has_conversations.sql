-- Whether a conversation of the widget is open or assigned.
select exists (
    select
    from chat_conversations conversation
    where conversation.site_id = $1
    and conversation.widget_id = $2
    and conversation.status <> 'closed'
)
