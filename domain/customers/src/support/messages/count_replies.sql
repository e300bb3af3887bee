select count(*)
from support_replies reply
where reply.site_id = $1
and reply.message_id = $2
