delete from password_resets reset
where reset.site_id = $1
and reset.expires_at <= $2
