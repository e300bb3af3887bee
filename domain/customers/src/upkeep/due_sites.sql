-- Returns up to 1,000 of the sites with rows to delete, in random order:
-- - sessions that were last used at $1 or earlier, as in sessions/delete_ended.sql
-- - reset tokens that expired at $2 or earlier, as in reset/delete_expired.sql
-- - verification tokens that expired at $2 or earlier, as in verification/delete_expired.sql
-- - networks of logins at $3 or earlier, as in networks/delete_unused.sql
select site.id
from sites site
where exists (
    select
    from customer_sessions session
    where session.site_id = site.id
    and session.last_used_at <= $1
)
or exists (
    select
    from password_resets reset
    where reset.site_id = site.id
    and reset.expires_at <= $2
)
or exists (
    select
    from email_verifications verification
    where verification.site_id = site.id
    and verification.expires_at <= $2
)
or exists (
    select
    from customer_networks network
    where network.site_id = site.id
    and network.last_login_at <= $3
)
order by random()
limit 1000
