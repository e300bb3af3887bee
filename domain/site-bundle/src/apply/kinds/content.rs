//! The navigation, categories, tags, posts and media.

use super::{
    KIND, Kind, MergedTable, Prune, REMOVED, Reference, TABLE, TIMES, TOUCHED, TOUCHED_WITH_TIME,
};

const RAISE_NAVIGATION_VERSION: &str = "
    update sites site
    set navigation_version = site.navigation_version + 1
    where site.id = $1
    and cardinality($2::bigint[]) > 0";

pub static NAVIGATION: Kind = Kind {
    section: "navigation",
    target: "navigation",
    parent: Some("parent_id"),
    site_lock: "no key update",
    finish: &[RAISE_NAVIGATION_VERSION],
    tables: &[MergedTable {
        name: "navigation_items",
        noun: "navigation item",
        columns: "label, href, sort_order, open_in_new_tab, is_button, description, icon, featured_image, \
            column_group",
        ..TABLE
    }],
    prune: Some(Prune {
        // The audit trail knows changes of the navigation as a whole.
        is_newer: "$2::timestamptz is null",
        is_free: "not exists (
            select
            from navigation_items child
            where child.site_id = $1
            and child.parent_id = t.id
        )",
        finish: Some(RAISE_NAVIGATION_VERSION),
        ..REMOVED
    }),
    ..KIND
};

pub static CATEGORIES: Kind = Kind {
    section: "categories",
    target: "category",
    tables: &[MergedTable {
        name: "categories",
        noun: "category",
        columns: "name, slug, description, color",
        touched: TOUCHED,
        unique: Some("slug"),
        ..TABLE
    }],
    prune: Some(Prune {
        is_free: "not exists (
            select
            from post_categories filed
            where filed.site_id = $1
            and filed.category_id = t.id
        )",
        ..REMOVED
    }),
    ..KIND
};

pub static TAGS: Kind = Kind {
    section: "tags",
    target: "tag",
    tables: &[MergedTable {
        name: "tags",
        noun: "tag",
        columns: "name, slug",
        touched: TOUCHED,
        unique: Some("slug"),
        ..TABLE
    }],
    prune: Some(Prune {
        is_free: "not exists (
            select
            from post_tags tagged
            where tagged.site_id = $1
            and tagged.tag_id = t.id
        )",
        ..REMOVED
    }),
    ..KIND
};

pub static POSTS: Kind = Kind {
    section: "posts",
    target: "post",
    live: TIMES,
    parent: Some("parent_post_id"),
    references: &[
        Reference {
            table: "post_categories",
            row: "post_id",
            column: "category_id",
            section: "categories",
        },
        Reference { table: "post_tags", row: "post_id", column: "tag_id", section: "tags" },
    ],
    finish: &[
        "delete from post_categories t
        where t.site_id = $1
        and t.post_id = any ($2)
        and not exists (
            select
            from pg_temp.post_categories staged
            where staged.site_id = $1
            and staged.post_id = t.post_id
            and staged.category_id = t.category_id
        )",
        "insert into post_categories (site_id, post_id, category_id)
        select $1, staged.post_id, staged.category_id
        from pg_temp.post_categories staged
        where staged.site_id = $1
        and staged.post_id = any ($2)
        on conflict do nothing",
        "delete from post_tags t
        where t.site_id = $1
        and t.post_id = any ($2)
        and not exists (
            select
            from pg_temp.post_tags staged
            where staged.site_id = $1
            and staged.post_id = t.post_id
            and staged.tag_id = t.tag_id
        )",
        "insert into post_tags (site_id, post_id, tag_id)
        select $1, staged.post_id, staged.tag_id
        from pg_temp.post_tags staged
        where staged.site_id = $1
        and staged.post_id = any ($2)
        on conflict do nothing",
    ],
    tables: &[MergedTable {
        name: "posts",
        noun: "post",
        columns: "title, slug, post_type, excerpt, content, cover_image, published, published_at, scheduled_for, \
            seo_title, seo_description, og_image, canonical_url, no_index, custom_css, custom_js",
        initial: "created_at, updated_at",
        touched: TOUCHED_WITH_TIME,
        unique: Some("slug"),
        ..TABLE
    }],
    prune: Some(Prune {
        is_free: "not exists (
            select
            from posts child
            where child.site_id = $1
            and child.parent_post_id = t.id
        )",
        ..REMOVED
    }),
    ..KIND
};

pub static MEDIA: Kind = Kind {
    section: "media",
    target: "media",
    // A text that is saved may show a file.
    site_lock: "no key update",
    live: TIMES,
    tables: &[MergedTable {
        name: "media",
        noun: "media",
        columns: "filename, mime_type, url, thumbnail_url, alt, caption, width, height",
        initial: "created_at, file_key, thumbnail_key",
        touched: "version = t.version + 1, \
            file_key = case when t.url = staged.url then t.file_key else staged.file_key end, \
            thumbnail_key = case \
                when t.thumbnail_url is not distinct from staged.thumbnail_url then t.thumbnail_key \
                else staged.thumbnail_key \
            end",
        ..TABLE
    }],
    ..KIND
};
