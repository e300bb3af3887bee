//! The kinds of rows that an apply compares: their parts, their live state, and the columns of their tables.

/// The rows of a section, each with its parts.
pub struct Kind {
    pub section: &'static str,
    /// The name of a row in the audit trail.
    pub target: &'static str,
    /// Members that an apply takes only for new rows: live state and times.
    pub live: &'static [&'static str],
    pub parts: &'static [Part],
    /// The tables, parents first. The first one is the table of the rows themselves.
    pub tables: &'static [MergedTable],
    /// The ids among $2 of staged rows that cannot be stored yet: their slugs are those of rows that are not among $2,
    /// or they refer to a category that does not exist. Each with the reason.
    pub blocked: &'static str,
    /// The rows that a file may lack, each with its slug and whether it has changed since the time $2.
    pub lacking: &'static str,
    /// Archives or removes rows among $2 that the file lacks, and returns their ids.
    pub prune: &'static str,
    /// What `prune` does to a row, for people.
    pub pruned: &'static str,
}

/// Rows in a member of another row.
pub struct Part {
    pub member: &'static str,
    /// The name of one of them, for people.
    pub noun: &'static str,
    pub live: &'static [&'static str],
    pub parts: &'static [Part],
}

pub struct MergedTable {
    pub name: &'static str,
    pub noun: &'static str,
    pub owner: Option<Owner>,
    /// The columns that an apply compares.
    pub columns: &'static str,
    /// The columns that only new rows take from the file.
    pub initial: &'static str,
    /// Assignments of each update.
    pub touched: &'static str,
    /// A column of `columns` that is unique together with columns of other rows.
    pub unique: Option<&'static str>,
    /// A condition for the removal of a row `t`.
    pub removable: &'static str,
}

/// The column that names the row to which a row belongs.
pub struct Owner {
    pub column: &'static str,
    /// The table of the owner and its own owner's column, if the owner is a part too.
    pub through: Option<(&'static str, &'static str)>,
}

const TABLE: MergedTable = MergedTable {
    name: "",
    noun: "",
    owner: None,
    columns: "",
    initial: "",
    touched: "",
    unique: None,
    removable: "true",
};

const OF_PRODUCT: Option<Owner> = Some(Owner { column: "product_id", through: None });

/// A row without a stock takes the file's: nothing was sold of it.
const TOUCHED: &str =
    "version = t.version + 1, updated_at = $3, quantity = coalesce(t.quantity, staged.quantity)";

const TIMES_AND_STOCK: &[&str] = &["quantity", "createdAt", "updatedAt"];

const fn part(member: &'static str, noun: &'static str) -> Part {
    Part { member, noun, live: &[], parts: &[] }
}

pub static PRODUCT_CATEGORIES: Kind = Kind {
    section: "productCategories",
    target: "product_category",
    live: &[],
    parts: &[],
    lacking: include_str!("lacking_categories.sql"),
    prune: include_str!("remove_categories.sql"),
    pruned: "removed",
    tables: &[MergedTable {
        name: "product_categories",
        noun: "product category",
        columns: "name, slug, description, image, position, active",
        touched: "version = t.version + 1",
        unique: Some("slug"),
        ..TABLE
    }],
    blocked: "
        select staged.id,
            case
                when holder.id is not null
                    then format('the slug is that of product category %s', holder.id)
                else format('the product category %s does not exist', staged.parent_id)
            end
        from pg_temp.product_categories staged
        left join product_categories holder
            on holder.site_id = $1
            and holder.slug = staged.slug
            and holder.id <> all ($2)
        where staged.site_id = $1
        and staged.id = any ($2)
        and (
            holder.id is not null
            or (
                staged.parent_id <> all ($2)
                and not exists (
                    select
                    from product_categories category
                    where category.site_id = $1
                    and category.id = staged.parent_id
                )
            )
        )",
};

pub static PRODUCTS: Kind = Kind {
    section: "products",
    target: "product",
    live: TIMES_AND_STOCK,
    parts: &[
        part("images", "image"),
        Part { parts: &[part("values", "value")], ..part("options", "option") },
        Part { live: TIMES_AND_STOCK, ..part("variants", "variant") },
        part("bulkPricing", "bulk price"),
        Part { parts: &[part("sides", "side")], ..part("styles", "style") },
    ],
    lacking: include_str!("lacking_products.sql"),
    prune: include_str!("archive_products.sql"),
    pruned: "archived",
    tables: &[
        MergedTable {
            name: "products",
            noun: "product",
            columns: "category_id, name, slug, description, short_description, price, compare_at_price, cost_price, sku, \
                barcode, track_inventory, weight, weight_unit, length_in, width_in, height_in, status, featured, \
                is_designable, designable, seo_title, seo_description, tags, metadata",
            initial: "quantity, created_at, updated_at",
            touched: TOUCHED,
            unique: Some("slug"),
            ..TABLE
        },
        MergedTable {
            name: "product_images",
            noun: "image",
            owner: OF_PRODUCT,
            columns: "url, alt, position",
            initial: "created_at",
            ..TABLE
        },
        MergedTable {
            name: "product_options",
            noun: "option",
            owner: OF_PRODUCT,
            columns: "name, position",
            initial: "created_at",
            ..TABLE
        },
        MergedTable {
            name: "product_option_values",
            noun: "value",
            owner: Some(Owner {
                column: "option_id",
                through: Some(("product_options", "product_id")),
            }),
            columns: "value, label, position",
            initial: "created_at",
            ..TABLE
        },
        MergedTable {
            name: "product_variants",
            noun: "variant",
            owner: OF_PRODUCT,
            columns: "name, sku, barcode, price, compare_at_price, cost_price, weight, length_in, width_in, height_in, \
                image, active",
            initial: "quantity, created_at, updated_at",
            touched: TOUCHED,
            ..TABLE
        },
        MergedTable {
            name: "bulk_pricing_rules",
            noun: "bulk price",
            owner: OF_PRODUCT,
            columns: "variant_id, min_quantity, max_quantity, price_type, amount",
            initial: "created_at",
            ..TABLE
        },
        MergedTable {
            name: "product_styles",
            noun: "style",
            owner: OF_PRODUCT,
            columns: "name, active, position",
            // Designs name their style without a foreign key.
            removable: "not exists (
                select
                from designs design
                where design.site_id = $1
                and design.style_id = t.id
            )",
            ..TABLE
        },
        MergedTable {
            name: "product_style_sides",
            noun: "side",
            owner: Some(Owner {
                column: "style_id",
                through: Some(("product_styles", "product_id")),
            }),
            columns: "name, slug, mockup_image, print_area_x, print_area_y, print_area_width, print_area_height, position",
            unique: Some("slug"),
            // A style that stays because designs name it keeps its sides.
            removable: "(
                exists (
                    select
                    from pg_temp.product_styles style
                    where style.site_id = $1
                    and style.id = t.style_id
                )
                or not exists (
                    select
                    from designs design
                    where design.site_id = $1
                    and design.style_id = t.style_id
                )
            )",
            ..TABLE
        },
    ],
    blocked: "
        select staged.id,
            case
                when holder.id is not null then format('the slug is that of product %s', holder.id)
                else format('the product category %s does not exist', staged.category_id)
            end
        from pg_temp.products staged
        left join products holder
            on holder.site_id = $1
            and holder.slug = staged.slug
            and holder.id <> all ($2)
        where staged.site_id = $1
        and staged.id = any ($2)
        and (
            holder.id is not null
            or (
                staged.category_id is not null
                and not exists (
                    select
                    from product_categories category
                    where category.site_id = $1
                    and category.id = staged.category_id
                )
            )
        )",
};

pub fn kind(section: &str) -> Option<&'static Kind> {
    [&PRODUCT_CATEGORIES, &PRODUCTS].into_iter().find(|kind| kind.section == section)
}
