//! Products and their categories.

use super::{
    KIND, Kind, MergedTable, Owner, Part, Prune, REMOVED, Reference, TABLE, TOUCHED,
    TOUCHED_WITH_TIME, part,
};

const OF_PRODUCT: Option<Owner> = Some(Owner { column: "product_id", through: None });

const TIMES_AND_STOCK: &[&str] = &["quantity", "createdAt", "updatedAt"];

/// Gives variants of staged products the values of options that the file states.
const CHOICES: [&str; 2] = [
    "delete from variant_option_values t
    where t.site_id = $1
    and t.variant_id in (
        select variant.id
        from pg_temp.product_variants variant
        where variant.site_id = $1
        and variant.product_id = any ($2)
    )
    and not exists (
        select
        from pg_temp.variant_option_values staged
        where staged.site_id = $1
        and staged.variant_id = t.variant_id
        and staged.option_id = t.option_id
        and staged.value_id = t.value_id
    )",
    "insert into variant_option_values (site_id, variant_id, option_id, value_id)
    select $1, staged.variant_id, staged.option_id, staged.value_id
    from pg_temp.variant_option_values staged
    join pg_temp.product_variants variant
        on variant.site_id = $1
        and variant.id = staged.variant_id
        and variant.product_id = any ($2)
    where staged.site_id = $1
    and not exists (
        select
        from variant_option_values t
        where t.site_id = $1
        and t.variant_id = staged.variant_id
        and t.option_id = staged.option_id
    )",
];

pub static PRODUCT_CATEGORIES: Kind = Kind {
    section: "productCategories",
    target: "product_category",
    parent: Some("parent_id"),
    tables: &[MergedTable {
        name: "product_categories",
        noun: "product category",
        columns: "name, slug, description, image, position, active",
        computed: Some(("active_products", "0")),
        touched: TOUCHED,
        unique: Some("slug"),
        ..TABLE
    }],
    prune: Some(Prune {
        is_free: "not exists (
            select
            from products product
            where product.site_id = $1
            and product.category_id = t.id
        )
        and not exists (
            select
            from product_categories child
            where child.site_id = $1
            and child.parent_id = t.id
        )",
        detach: Some(
            "update products product
            set category_id = null,
                version = product.version + 1,
                updated_at = greatest($3, product.updated_at)
            where product.site_id = $1
            and product.id in (
                select archived.id
                from products archived
                where archived.site_id = $1
                and archived.category_id = any ($2)
                and archived.status = 'archived'
                and not exists (
                    select
                    from products shown
                    where shown.site_id = $1
                    and shown.category_id = archived.category_id
                    and shown.status <> 'archived'
                )
                and not exists (
                    select
                    from product_categories child
                    where child.site_id = $1
                    and child.parent_id = archived.category_id
                )
                order by archived.id
                limit 500
            )
            returning product.id",
        ),
        ..REMOVED
    }),
    ..KIND
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
    references: &[Reference {
        table: "products",
        row: "id",
        column: "category_id",
        section: "productCategories",
    }],
    finish: &CHOICES,
    prune: Some(Prune {
        done: "archived",
        member: Some("status"),
        set: "status = 'archived', version = t.version + 1, updated_at = greatest($3, t.updated_at)",
        is_present: "t.status <> 'archived'",
        ..REMOVED
    }),
    tables: &[
        MergedTable {
            name: "products",
            noun: "product",
            columns: "category_id, name, slug, description, short_description, price, compare_at_price, cost_price, sku, \
                barcode, track_inventory, weight, weight_unit, length_in, width_in, height_in, status, featured, \
                is_designable, designable, seo_title, seo_description, tags, metadata",
            initial: "quantity, created_at, updated_at",
            touched: TOUCHED_WITH_TIME,
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
            touched: TOUCHED_WITH_TIME,
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
    ..KIND
};
