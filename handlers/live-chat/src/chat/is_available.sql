-- Whether visitors may use the widget.
select exists (
    select
    from chat_widgets widget
    join sites site on site.id = $1 and site.active
    where widget.site_id = $1
    and widget.id = $2
    and widget.enabled
)
