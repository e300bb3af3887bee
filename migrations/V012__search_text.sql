-- What is searched is folded once, when it is written: folding all that a site has took most of a search.

drop index products_by_words;
alter table products add column search_text text
    generated always as (lower((name || ' ' || coalesce(short_description, '')) collate "und-x-icu")) stored;
create index products_by_words on products using gin (site_id, search_text gin_trgm_ops)
    where status = 'active';

drop index posts_by_words_of_title;
alter table posts add column search_text text
    generated always as (lower(title collate "und-x-icu")) stored;
create index posts_by_words_of_title on posts using gin (site_id, search_text gin_trgm_ops)
    where published;
