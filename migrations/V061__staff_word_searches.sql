-- The staff's searches for words of products and posts of one status. In the first text, each character is repeated
-- three times, so that the trigram `ZZQ` finds the two letters `ZQ`, and `QQQ` finds a single `Q`.
create index products_by_status_and_words on products using gin (
    site_id,
    status,
    (regexp_replace(folded_text, '(.)', '\1\1\1', 'g')) gin_trgm_ops,
    folded_text gin_trgm_ops
);
create index posts_by_status_and_words on posts using gin (
    site_id,
    status,
    (regexp_replace(folded_text, '(.)', '\1\1\1', 'g')) gin_trgm_ops,
    folded_text gin_trgm_ops
);
