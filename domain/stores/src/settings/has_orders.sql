select exists (select from orders placed where placed.site_id = $1)
