-- A search without rare words reads the texts from the first index, and products with longer texts by the second. Rows of
-- a B-tree have at most 2,704 bytes.

create index products_with_text on products (site_id, created_at desc, id desc)
    include (search_text, category_id, price, featured)
    where status = 'active' and octet_length(search_text) <= 2000;
create index products_with_long_text on products (site_id)
    where status = 'active' and octet_length(search_text) > 2000;
