//! The top-level keys of a bundle in the format's order, with the tables that store them and the SQL to write and read
//! them.

/// A top-level key of a bundle, except `formatVersion`.
pub struct Section {
    pub key: &'static str,
    pub shape: Shape,
    /// The sections that are written before this one, because this section refers to them or has their currency.
    pub after: &'static [&'static str],
    /// The tables that the section fills, parents first. Together, the sections list all tables of a site's content and
    /// settings, except `sites`.
    pub tables: &'static [Table],
    /// The statement that sets the parents of rows after all rows are inserted. Its parameters are the site, the
    /// children's ids and their parents' ids.
    pub parents: Option<&'static str>,
    /// The query that returns the items as JSON text, one per row. Its parameter is the site. With the lines
    /// that begin with `--[some]`, the second parameter limits it to some ids. With those that begin with `--[with_ids]`,
    /// it returns ids that the format does not have.
    pub select: &'static str,
}

/// Whether a section is one value or an array of items.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Value,
    Items,
}

pub struct Table {
    pub name: &'static str,
    /// The insert statement. Its parameters are the site and a JSON array of the section's items. If the insert uses
    /// the time of the import as a default, that time is the third parameter.
    pub insert: &'static str,
    /// The member of an item that holds the rows of this table. `None` for the table of the items themselves.
    pub part: Option<&'static str>,
    /// Whether the table's `id` comes from a sequence, which must be advanced beyond the imported ids.
    pub numbered: bool,
    /// A condition for the rows that a bundle contains. A replacement deletes no other rows.
    pub only: Option<&'static str>,
}

/// A table. With `$part`, its rows are in this member of the items.
macro_rules! table {
    ($table:literal) => {
        Table {
            name: $table,
            insert: include_str!(concat!("insert/", $table, ".sql")),
            part: None,
            numbered: false,
            only: None,
        }
    };
    ($table:literal, $part:literal) => {
        Table { part: Some($part), ..table!($table) }
    };
}

/// A table whose `id` comes from a sequence.
macro_rules! numbered {
    ($($name:literal),+) => {
        Table { numbered: true, ..table!($($name),+) }
    };
}

const VALUE: Section =
    Section { key: "", shape: Shape::Value, after: &[], tables: &[], parents: None, select: "" };

/// A section that is an array of items: its key, its query, and its tables.
macro_rules! items {
    ($key:literal, $select:expr, [$($table:expr),+ $(,)?] $(, $field:ident: $value:expr)*) => {
        Section {
            key: $key,
            shape: Shape::Items,
            select: $select,
            tables: &[$($table),+],
            $($field: $value,)*
            ..VALUE
        }
    };
}

#[allow(clippy::needless_update, reason = "some sections set every field")]
pub static SECTIONS: [Section; 16] = [
    // A replacement does not delete the row of `sites`, so import.rs writes it separately.
    Section { key: "site", select: include_str!("select/sites.sql"), ..VALUE },
    // A revoked key is not deleted, so that no file can make it valid again.
    items!(
        "apiKeys",
        include_str!("select/api_keys.sql"),
        [Table { only: Some("revoked_at is null"), ..numbered!("api_keys") }]
    ),
    // Branding is a column of `sites`, so import.rs writes it separately.
    Section { key: "branding", select: include_str!("select/branding.sql"), ..VALUE },
    items!(
        "navigation",
        include_str!("select/navigation_items.sql"),
        [numbered!("navigation_items")],
        parents: Some(include_str!("insert/navigation_item_parents.sql"))
    ),
    items!("categories", include_str!("select/categories.sql"), [numbered!("categories")]),
    items!("tags", include_str!("select/tags.sql"), [numbered!("tags")]),
    items!(
        "posts",
        include_str!("select/posts.sql"),
        [
            numbered!("posts"),
            table!("post_categories", "categoryIds"),
            table!("post_tags", "tagIds"),
        ],
        after: &["categories", "tags"],
        parents: Some(include_str!("insert/post_parents.sql"))
    ),
    items!("media", include_str!("select/media.sql"), [numbered!("media")]),
    Section {
        key: "store",
        tables: &[table!("stores")],
        select: include_str!("select/stores.sql"),
        ..VALUE
    },
    items!(
        "productCategories",
        include_str!("select/product_categories.sql"),
        [numbered!("product_categories")],
        parents: Some(include_str!("insert/product_category_parents.sql"))
    ),
    items!(
        "products",
        include_str!("select/products.sql"),
        [
            numbered!("products"),
            numbered!("product_images", "images"),
            numbered!("product_options", "options"),
            numbered!("product_option_values", "options"),
            numbered!("product_variants", "variants"),
            table!("variant_option_values", "variants"),
            numbered!("bulk_pricing_rules", "bulkPricing"),
            numbered!("product_styles", "styles"),
            numbered!("product_style_sides", "styles"),
        ],
        after: &["store", "productCategories"]
    ),
    items!(
        "discountCodes",
        include_str!("select/discount_codes.sql"),
        [numbered!("discount_codes")],
        after: &["store"]
    ),
    items!(
        "giftCertificates",
        include_str!("select/gift_certificates.sql"),
        [numbered!("gift_certificates")],
        after: &["store"]
    ),
    items!(
        "shippingZones",
        include_str!("select/shipping_zones.sql"),
        [numbered!("shipping_zones"), numbered!("shipping_rates", "rates")],
        after: &["store"]
    ),
    items!(
        "designTemplates",
        include_str!("select/designs.sql"),
        [Table { only: Some("is_template"), ..table!("designs") }],
        after: &["products"]
    ),
    items!(
        "chatWidgets",
        include_str!("select/chat_widgets.sql"),
        [table!("chat_widget_directory"), numbered!("chat_widgets")]
    ),
];

pub fn section(key: &str) -> Option<&'static Section> {
    SECTIONS.iter().find(|section| section.key == key)
}
