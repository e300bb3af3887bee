-- A search for a word that many products have reads this index alone. B-tree rows have at most 2,704 bytes, so longer
-- texts are in the table only.

create index products_with_text on products (site_id, created_at desc, id desc)
    include (search_text, category_id, price, featured)
    where status = 'active' and octet_length(search_text) <= 2000;
create index products_with_long_text on products (site_id)
    where status = 'active' and octet_length(search_text) > 2000;
