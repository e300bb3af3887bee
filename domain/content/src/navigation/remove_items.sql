delete from navigation_items link
where link.site_id = $1
returning link.id
