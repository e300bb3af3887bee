with
--[found.sql]
select found.is_owned,
--[design.sql]
from found
