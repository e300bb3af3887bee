-- Whether visitors of the site $1 may use a `conversation`. Not as `exists`, for which Postgres would read all widgets of
-- the site.
coalesce(
    (
        select widget.enabled and site.active
        from chat_widgets widget
        join sites site on site.id = $1
        where widget.site_id = $1
        and widget.id = conversation.widget_id
    ),
    false
)
