-- Applies the merge patch $3, whose keys are names of columns. A column that the patch lacks retains its value.
update chat_widgets widget
set (enabled, greeting_message, primary_color, position, away_message) = (
        select
            patched.enabled,
            coalesce(patched.greeting_message, ''),
            coalesce(patched.primary_color, ''),
            coalesce(patched.position, ''),
            coalesce(patched.away_message, '')
        from jsonb_populate_record(widget, $3) patched
    ),
    version = widget.version + 1
where widget.site_id = $1
and widget.id = $2
