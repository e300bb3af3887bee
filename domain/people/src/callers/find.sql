-- Returns the person of a session that was last used after $3 and began after $4, with the person's roles for the site
-- $1, if it is active. If the session was last used at $5 or earlier, `is_last_used_stale` tells the caller to update the
-- time of the last use. `lacks_totp` is true if the site requires TOTP and the person has none, and `is_invited` if the
-- person has not accepted the site's invitation.
with caller as materialized (
    select person.id, person.name, person.all_site_roles, person.has_totp, session.last_used_at
    from person_sessions session
    join people person on person.id = session.person_id
    where session.token_sha256 = $2
    and session.last_used_at > $3
    and session.created_at > $4
)
select
    caller.id,
    caller.name,
    caller.last_used_at <= $5 as is_last_used_stale,
    not caller.has_totp and exists (
        select true
        from sites site
        where site.id = $1
        and site.requires_totp
    ) as lacks_totp,
    coalesce(
        (
            select granted.invited_as is not null
            from person_roles granted
            where granted.site_id = $1
            and granted.person_id = caller.id
        ),
        false
    ) as is_invited,
    case when exists (select true from sites site where site.id = $1 and site.active)
        then caller.all_site_roles || coalesce(
            (
                select granted.roles
                from person_roles granted
                where granted.site_id = $1
                and granted.person_id = caller.id
            ),
            '{}'
        )
        else '{}'
    end as roles
from caller
