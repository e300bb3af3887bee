-- The demo's chat widget. A site 1 without the demo's API key ($1) is another site.
select widget.id
from chat_widgets widget
join api_keys key using (site_id)
where widget.site_id = 1
  and widget.id = 1
  and key.secret_sha256 = sha256(convert_to($1, 'UTF8'))
