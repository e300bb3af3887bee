insert into chat_widgets as widget (
    site_id, id, enabled, greeting_message, primary_color, position, away_message, version
)
values ($1, $2, $3, $4, $5, $6, $7, (extract(epoch from $8::timestamptz) * 1000)::bigint)
returning
    widget.id,
    widget.version,
    widget.enabled,
    widget.greeting_message,
    widget.primary_color,
    widget.position,
    widget.away_message
