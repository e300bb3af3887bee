with
--[found.sql]
select found.is_owned, found.id
from found
