//! The top-level keys of a bundle in the format's order, with the tables that store them and the SQL to write and read
//! them.

/// A top-level key of a bundle, except `formatVersion`.
pub struct Section {
    pub key: &'static str,
    pub shape: Shape,
    /// The sections that are inserted before this one, because this section's foreign keys refer to them.
    pub after: &'static [&'static str],
    /// The tables that the section fills, parents first. Together, the sections list all tables of a site's content and
    /// settings, except `sites`.
    pub tables: &'static [Table],
    /// The statement that sets the parents of rows after all rows are inserted. Its parameters are the site, the
    /// children's ids and their parents' ids.
    pub parents: Option<&'static str>,
    /// The query that returns the items as JSON text, one per row. Its parameter is the site.
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
    /// Whether the table's `id` comes from a sequence, which must be advanced beyond the imported ids.
    pub numbered: bool,
    /// A condition for the rows that a bundle contains. A replacement deletes no other rows.
    pub only: Option<&'static str>,
}

macro_rules! numbered {
    ($table:literal) => {
        Table {
            name: $table,
            insert: include_str!(concat!("insert/", $table, ".sql")),
            numbered: true,
            only: None,
        }
    };
}

macro_rules! plain {
    ($table:literal) => {
        Table {
            name: $table,
            insert: include_str!(concat!("insert/", $table, ".sql")),
            numbered: false,
            only: None,
        }
    };
}

pub static SECTIONS: [Section; 16] = [
    // A replacement does not delete the row of `sites`, so import.rs writes it separately.
    Section {
        key: "site",
        shape: Shape::Value,
        after: &[],
        tables: &[],
        parents: None,
        select: include_str!("select/sites.sql"),
    },
    Section {
        key: "apiKeys",
        shape: Shape::Items,
        after: &[],
        // A revoked key is not deleted, so that no file can make it valid again.
        tables: &[Table { only: Some("revoked_at is null"), ..numbered!("api_keys") }],
        parents: None,
        select: include_str!("select/api_keys.sql"),
    },
    // Branding is a column of `sites`, so import.rs writes it separately.
    Section {
        key: "branding",
        shape: Shape::Value,
        after: &[],
        tables: &[],
        parents: None,
        select: include_str!("select/branding.sql"),
    },
    Section {
        key: "navigation",
        shape: Shape::Items,
        after: &[],
        tables: &[numbered!("navigation_items")],
        parents: Some(include_str!("insert/navigation_item_parents.sql")),
        select: include_str!("select/navigation_items.sql"),
    },
    Section {
        key: "categories",
        shape: Shape::Items,
        after: &[],
        tables: &[numbered!("categories")],
        parents: None,
        select: include_str!("select/categories.sql"),
    },
    Section {
        key: "tags",
        shape: Shape::Items,
        after: &[],
        tables: &[numbered!("tags")],
        parents: None,
        select: include_str!("select/tags.sql"),
    },
    Section {
        key: "posts",
        shape: Shape::Items,
        after: &["categories", "tags"],
        tables: &[numbered!("posts"), plain!("post_categories"), plain!("post_tags")],
        parents: Some(include_str!("insert/post_parents.sql")),
        select: include_str!("select/posts.sql"),
    },
    Section {
        key: "media",
        shape: Shape::Items,
        after: &[],
        tables: &[numbered!("media")],
        parents: None,
        select: include_str!("select/media.sql"),
    },
    Section {
        key: "store",
        shape: Shape::Value,
        after: &[],
        tables: &[plain!("stores")],
        parents: None,
        select: include_str!("select/stores.sql"),
    },
    Section {
        key: "productCategories",
        shape: Shape::Items,
        after: &[],
        tables: &[numbered!("product_categories")],
        parents: Some(include_str!("insert/product_category_parents.sql")),
        select: include_str!("select/product_categories.sql"),
    },
    Section {
        key: "products",
        shape: Shape::Items,
        after: &["productCategories"],
        tables: &[
            numbered!("products"),
            numbered!("product_images"),
            numbered!("product_options"),
            numbered!("product_option_values"),
            numbered!("product_variants"),
            plain!("variant_option_values"),
            numbered!("bulk_pricing_rules"),
            numbered!("product_styles"),
            numbered!("product_style_sides"),
        ],
        parents: None,
        select: include_str!("select/products.sql"),
    },
    Section {
        key: "discountCodes",
        shape: Shape::Items,
        after: &[],
        tables: &[numbered!("discount_codes")],
        parents: None,
        select: include_str!("select/discount_codes.sql"),
    },
    Section {
        key: "giftCertificates",
        shape: Shape::Items,
        after: &[],
        tables: &[numbered!("gift_certificates")],
        parents: None,
        select: include_str!("select/gift_certificates.sql"),
    },
    Section {
        key: "shippingZones",
        shape: Shape::Items,
        after: &[],
        tables: &[numbered!("shipping_zones"), numbered!("shipping_rates")],
        parents: None,
        select: include_str!("select/shipping_zones.sql"),
    },
    Section {
        key: "designTemplates",
        shape: Shape::Items,
        after: &[],
        tables: &[Table { only: Some("is_template"), ..plain!("designs") }],
        parents: None,
        select: include_str!("select/designs.sql"),
    },
    Section {
        key: "chatWidgets",
        shape: Shape::Items,
        after: &[],
        tables: &[plain!("chat_widget_directory"), numbered!("chat_widgets")],
        parents: None,
        select: include_str!("select/chat_widgets.sql"),
    },
];

pub fn section(key: &str) -> Option<&'static Section> {
    SECTIONS.iter().find(|section| section.key == key)
}
