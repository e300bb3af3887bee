-- Returns the conversations in $2 that were deleted or are not available to visitors.
select named.id
from unnest($2::bigint[]) named(id)
where not exists (
    select
    from chat_conversations conversation
    where conversation.site_id = $1
    and conversation.id = named.id
    and (
        select widget.enabled and site.active
        from chat_widgets widget
        join sites site on site.id = $1
        where widget.site_id = $1
        and widget.id = conversation.widget_id
    )
)
