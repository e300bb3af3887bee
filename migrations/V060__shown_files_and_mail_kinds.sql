-- Finds what shows a file of the site. The name of a file in a text or in JSON is the 32 hexadecimal digits of its key:
-- `regexp_replace` marks them, then cuts everything between them.
create index posts_by_shown_files on posts using gin (
    site_id,
    string_to_array(
        regexp_replace(
            regexp_replace(
                coalesce(cover_image, '') || ' ' || coalesce(og_image, '') || ' ' || coalesce(excerpt, '') || ' '
                    || coalesce(custom_css, '') || ' ' || coalesce(custom_js, '') || ' ' || coalesce(content::text, ''),
                '[0-9a-f]{32}\.', E'\x01\\&', 'g'
            ),
            E'(^|\x01([0-9a-f]{32})?)[^\x01]*', '\2 ', 'g'
        ),
        ' '
    )
);
create index products_by_shown_files on products using gin (
    site_id,
    string_to_array(
        regexp_replace(
            regexp_replace(
                coalesce(description, '') || ' ' || coalesce(short_description, '') || ' '
                    || coalesce(metadata::text, ''),
                '[0-9a-f]{32}\.', E'\x01\\&', 'g'
            ),
            E'(^|\x01([0-9a-f]{32})?)[^\x01]*', '\2 ', 'g'
        ),
        ' '
    )
);
create index product_images_by_file on product_images (site_id, substring(url from '([0-9a-f]{32})\.'));
create index product_variants_by_file on product_variants (site_id, substring(image from '([0-9a-f]{32})\.'));
create index product_style_sides_by_file on product_style_sides (
    site_id, substring(mockup_image from '([0-9a-f]{32})\.')
);

-- Media from before V057 retain the files of the site that they show.
update media as shown
set file_key = file.key
from files file
where shown.file_key is null
and file.site_id = shown.site_id
and file.key = substring(shown.url from '([0-9a-f]{32}\.[a-z0-9]{2,5})$');
update media as shown
set thumbnail_key = file.key
from files file
where shown.thumbnail_key is null
and file.site_id = shown.site_id
and file.key = substring(shown.thumbnail_url from '([0-9a-f]{32}\.[a-z0-9]{2,5})$');

-- Allows the mail about a changed password of the staff. A server of the previous release gives such a mail up, because it
-- cannot write it.
alter table mails drop constraint mails_kind_unknown;
alter table mails add constraint mails_kind_unknown check (kind in (
    'reset', 'welcome', 'password_changed', 'order_confirmed', 'order_shipped', 'order_cancelled',
    'order_refunded', 'support_message', 'support_reply', 'invitation', 'staff_reset', 'staff_password_changed'
)) not valid;
alter table mails validate constraint mails_kind_unknown;
