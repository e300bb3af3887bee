-- The time at which a job publishes a post that is not published.
alter table posts add column scheduled_for timestamptz(3);
alter table posts add column status text generated always as (
    case
        when published then 'published'
        when scheduled_for is null then 'draft'
        else 'scheduled'
    end
) stored;
create index posts_by_schedule on posts (site_id, scheduled_for)
    where scheduled_for is not null;

-- The staff's lists. A list reads the newest posts of one status at a time.
create index posts_by_status on posts (site_id, status, created_at desc, id desc);
create index posts_by_type_and_status on posts (site_id, post_type, status, created_at desc, id desc);
create index posts_by_folded_words_unless_published on posts using gin (site_id, folded_text gin_trgm_ops)
    where not published;
