update sites s
set branding = $2::jsonb -> 0
where s.id = $1
