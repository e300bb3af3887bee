//! A product in full, read from the rows of six statements.

use serde::Serialize;
use tokio_postgres::Row;

use crate::timestamp::Timestamp;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProductDetail {
    id: i64,
    website_id: i64,
    category_id: Option<i64>,
    name: String,
    slug: String,
    description: Option<String>,
    short_description: Option<String>,
    price: i64,
    compare_at_price: Option<i64>,
    cost_price: Option<i64>,
    sku: Option<String>,
    barcode: Option<String>,
    track_inventory: bool,
    quantity: Option<i64>,
    weight: Option<String>,
    weight_unit: Option<String>,
    length_in: Option<f64>,
    width_in: Option<f64>,
    height_in: Option<f64>,
    status: String,
    featured: bool,
    is_designable: bool,
    designable: bool,
    seo_title: Option<String>,
    seo_description: Option<String>,
    tags: Option<Vec<String>>,
    /// Always null: the benchmark's site makes no metadata public.
    metadata: (),
    created_at: Timestamp,
    updated_at: Timestamp,
    images: Vec<Image>,
    options: Vec<ProductOption>,
    variants: Vec<Variant>,
    bulk_pricing: Vec<Rule>,
    category: Option<Category>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Image {
    id: i64,
    product_id: i64,
    url: String,
    alt: Option<String>,
    order: i64,
    created_at: Timestamp,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProductOption {
    id: i64,
    product_id: i64,
    name: String,
    order: i64,
    created_at: Timestamp,
    values: Vec<OptionValue>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OptionValue {
    id: i64,
    option_id: i64,
    value: String,
    label: Option<String>,
    order: i64,
    created_at: Timestamp,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Variant {
    id: i64,
    product_id: i64,
    name: String,
    sku: Option<String>,
    barcode: Option<String>,
    price: i64,
    compare_at_price: Option<i64>,
    cost_price: Option<i64>,
    quantity: Option<i64>,
    weight: Option<String>,
    length_in: Option<f64>,
    width_in: Option<f64>,
    height_in: Option<f64>,
    image: Option<String>,
    active: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
    option_values: Vec<Chosen>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Chosen {
    option_id: i64,
    value_id: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: i64,
    product_id: i64,
    variant_id: Option<i64>,
    min_quantity: i64,
    max_quantity: Option<i64>,
    price_type: String,
    amount: i64,
    created_at: Timestamp,
}

#[derive(Serialize)]
struct Category {
    id: i64,
    name: String,
    slug: String,
}

pub struct Parts {
    pub images: Vec<Row>,
    pub options: Vec<Row>,
    pub variants: Vec<Row>,
    pub chosen: Vec<Row>,
    pub rules: Vec<Row>,
}

pub fn read(site_id: i64, slug: String, product: &Row, parts: &Parts) -> ProductDetail {
    let id = product.get(0);
    let category_id: Option<i64> = product.get(24);
    let options = options(id, &parts.options);
    ProductDetail {
        id,
        website_id: site_id,
        category_id,
        name: product.get(1),
        slug,
        description: product.get(2),
        short_description: product.get(3),
        price: product.get(4),
        compare_at_price: product.get(5),
        cost_price: None,
        sku: product.get(6),
        barcode: product.get(7),
        track_inventory: product.get(8),
        quantity: product.get(9),
        weight: product.get(10),
        weight_unit: product.get(11),
        length_in: product.get(12),
        width_in: product.get(13),
        height_in: product.get(14),
        status: product.get(15),
        featured: product.get(16),
        is_designable: product.get(17),
        designable: product.get(18),
        seo_title: product.get(19),
        seo_description: product.get(20),
        tags: product.get(21),
        metadata: (),
        created_at: Timestamp(product.get(22)),
        updated_at: Timestamp(product.get(23)),
        images: parts.images.iter().map(|row| image(id, row)).collect(),
        variants: variants(id, &parts.variants, &parts.chosen, &options),
        options,
        bulk_pricing: parts.rules.iter().map(|row| rule(id, row)).collect(),
        category: category_id.map(|id| Category {
            id,
            name: product.get(25),
            slug: product.get(26),
        }),
    }
}

fn image(product_id: i64, row: &Row) -> Image {
    Image {
        id: row.get(0),
        product_id,
        url: row.get(1),
        alt: row.get(2),
        order: row.get(3),
        created_at: Timestamp(row.get(4)),
    }
}

/// Groups the rows, which are sorted by option.
fn options(product_id: i64, rows: &[Row]) -> Vec<ProductOption> {
    let of_one_option = rows.chunk_by(|one, next| one.get::<_, i64>(0) == next.get::<_, i64>(0));
    let option = |rows: &[Row]| ProductOption {
        id: rows[0].get(0),
        product_id,
        name: rows[0].get(1),
        order: rows[0].get(2),
        created_at: Timestamp(rows[0].get(3)),
        values: rows.iter().filter_map(value).collect(),
    };
    of_one_option.map(option).collect()
}

fn value(row: &Row) -> Option<OptionValue> {
    Some(OptionValue {
        id: row.get::<_, Option<i64>>(4)?,
        option_id: row.get(0),
        value: row.get(5),
        label: row.get(6),
        order: row.get(7),
        created_at: Timestamp(row.get(8)),
    })
}

fn variants(
    product_id: i64,
    rows: &[Row],
    chosen: &[Row],
    options: &[ProductOption],
) -> Vec<Variant> {
    let option_values = |variant_id: i64| {
        let mut chosen: Vec<Chosen> = chosen
            .iter()
            .filter(|row| row.get::<_, i64>(0) == variant_id)
            .map(|row| Chosen { option_id: row.get(1), value_id: row.get(2) })
            .collect();
        chosen.sort_by_key(|one| options.iter().position(|option| option.id == one.option_id));
        chosen
    };
    let variant = |row: &Row| Variant {
        id: row.get(0),
        product_id,
        name: row.get(1),
        sku: row.get(2),
        barcode: row.get(3),
        price: row.get(4),
        compare_at_price: row.get(5),
        cost_price: None,
        quantity: row.get(6),
        weight: row.get(7),
        length_in: row.get(8),
        width_in: row.get(9),
        height_in: row.get(10),
        image: row.get(11),
        active: row.get(12),
        created_at: Timestamp(row.get(13)),
        updated_at: Timestamp(row.get(14)),
        option_values: option_values(row.get(0)),
    };
    rows.iter().map(variant).collect()
}

fn rule(product_id: i64, row: &Row) -> Rule {
    Rule {
        id: row.get(0),
        product_id,
        variant_id: row.get(1),
        min_quantity: row.get(2),
        max_quantity: row.get(3),
        price_type: row.get(4),
        amount: row.get(5),
        created_at: Timestamp(row.get(6)),
    }
}
