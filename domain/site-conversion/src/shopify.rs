//! Products that Shopify exported as CSV. A product has a row for each variant and for each picture, all with the same
//! handle. Source: help.shopify.com/manual/products/import-export/using-csv, in its former and its current column names.

mod columns;

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, ensure};
use csv::Position;
use stoa_values::Currency;

use self::columns::Columns;
use super::Site;
use super::bundle::{Bundle, Converted};
use super::categories::Categories;
use super::losses::{Losses, shown};
use super::numbers;
use super::products::{Ids, Product, Status, Variant, picture_url, pieces};
use super::slugs::Slugs;
use super::table::{Row, Table};
use super::text::{plain, present};

/// Columns that have no use outside of Shopify.
const KNOWN: [&str; 7] = [
    "Variant Fulfillment Service",
    "Fulfillment service",
    "Variant Taxable",
    "Charge tax",
    "Option1 Linked To",
    "Option2 Linked To",
    "Option3 Linked To",
];

/// Converts the file. Prices are in `currency`, a code of ISO 4217, because the export does not name it.
pub fn convert(
    path: &Path,
    site: &Site,
    currency: &str,
    out: &mut dyn Write,
    losses: &mut Losses<'_>,
) -> Result<Converted> {
    let mut table = Table::open(path)?;
    let columns = Columns::find(&mut table);
    ensure!(
        !columns.title.is_missing()
            && (!columns.handle.is_missing() || !columns.price.is_missing()),
        "it is no export of Shopify's products: its first line names no columns Handle and Title"
    );
    let (groups, categories) = group(&mut table, &columns, losses)?;

    let mut converted = Converted::default();
    let mut bundle = Bundle::begin(out, site, site.name.as_deref().unwrap_or_default(), None)?;
    bundle.store(currency)?;
    categories.write(&mut bundle, &mut converted)?;
    bundle.section("products")?;
    let mut conversion = Conversion {
        columns,
        currency: Currency::of(currency),
        slugs: Slugs::default(),
        categories,
    };
    let mut ids = Ids::default();
    for (index, places) in groups.iter().enumerate() {
        let rows = places.iter().map(|place| table.at(place)).collect::<Result<Vec<_>>>()?;
        let product = conversion.product(&rows, &format!("product-{}", index + 1), losses);
        bundle.item(&product.into_item(&mut ids, &mut converted, losses))?;
    }
    bundle.end_section()?;
    bundle.end()?;
    if conversion.columns.quantity.is_missing() && !conversion.columns.tracker.is_missing() {
        let text = "the export has no stock, as of shops with several locations, so the stock of counted variants is 0";
        losses.add("column \"Variant Inventory Qty\"", text);
    }
    table.report_columns(&KNOWN, losses);
    Ok(converted)
}

/// Reads all rows, and returns the positions of each product's rows. Rows without a handle belong to the title before
/// them.
fn group(
    table: &mut Table,
    columns: &Columns,
    losses: &mut Losses<'_>,
) -> Result<(Vec<Vec<Position>>, Categories)> {
    let mut groups: Vec<Vec<Position>> = Vec::new();
    let mut by_handle: HashMap<String, usize> = HashMap::new();
    let mut categories = Categories::default();
    let mut last_without_handle = None;
    while let Some((row, position)) = table.next(losses)? {
        let category = category(&row, columns);
        if !category.is_empty() {
            categories.find_or_add(&[category]);
        }
        let handle = row.key(columns.handle);
        let group = match (handle.is_empty(), row.key(columns.title).is_empty()) {
            (false, _) => *by_handle.entry(handle).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            }),
            (true, false) => {
                groups.push(Vec::new());
                last_without_handle = Some(groups.len() - 1);
                groups.len() - 1
            }
            (true, true) => match last_without_handle {
                Some(group) => group,
                None => {
                    losses.add(&row, "the row has neither handle nor title, so it was left out");
                    continue;
                }
            },
        };
        groups[group].push(position);
    }
    Ok((groups, categories))
}

/// The category of a product is its type, or the collection that some files name instead.
fn category(row: &Row, columns: &Columns) -> String {
    let product_type = row.key(columns.product_type);
    if product_type.is_empty() { row.key(columns.collection) } else { product_type }
}

struct Conversion {
    columns: Columns,
    currency: Currency,
    slugs: Slugs,
    categories: Categories,
}

impl Conversion {
    fn product(&mut self, rows: &[Row], fallback: &str, losses: &mut Losses<'_>) -> Product {
        let columns = &self.columns;
        // Products begin with the row that has the title. Sorted files may have it later.
        let titled = rows.iter().find(|row| !row.key(columns.title).is_empty());
        let Some(head) = titled.or(rows.first()) else { return Product::default() };
        let handle = head.plain(columns.handle, losses);
        let mut product = Product::at(head);
        product.name = head.plain(columns.title, losses);
        if product.name.is_empty() {
            product.name.clone_from(&handle);
            losses.add(
                head,
                format_args!("the product has no title, so its name is {}", shown(&handle)),
            );
        }
        product.slug = self.slugs.take(&handle, &product.name, fallback);
        if !handle.is_empty() && product.slug != handle {
            let text =
                format!("the handle {} became the slug {}", shown(&handle), shown(&product.slug));
            losses.add(head, text);
        }
        product.description = present(head.text(columns.body, losses));
        product.category_id = self.categories.find_or_add(&[category(head, columns)]);
        product.seo_title = head.some(columns.seo_title, losses);
        product.seo_description = head.some(columns.seo_description, losses);
        for tag in head.text(columns.tags, losses).split(',') {
            product.add_tag(&plain(tag));
        }
        if let Some(vendor) = head.some(columns.vendor, losses) {
            product.metadata.insert("vendor".into(), vendor.into());
        }
        for (column, key) in &columns.metadata {
            if let Some(value) = present(head.text(*column, losses)) {
                product.metadata.insert(key.clone(), value.into());
            }
        }
        product.status = self.status(head, losses);
        product.weight_unit = rows.iter().find_map(|row| {
            let unit = row.key(columns.weight_unit).to_lowercase();
            ["kg", "g", "lb", "oz"].contains(&unit.as_str()).then_some(unit)
        });
        self.add_images(&mut product, rows, losses);
        self.add_variants(&mut product, rows, losses);
        if product.variants.iter().all(|variant| variant.weight.is_none()) {
            product.weight_unit = None;
        }
        product
    }

    fn status(&self, head: &Row, losses: &mut Losses<'_>) -> Status {
        let columns = &self.columns;
        if head.key(columns.gift_card).eq_ignore_ascii_case("true") {
            losses.add(head, "a gift card is no product of a bundle, so it is a draft");
            return Status::Draft;
        }
        let is_published = !head.key(columns.published).eq_ignore_ascii_case("false");
        match head.key(columns.status).to_lowercase().as_str() {
            "draft" => Status::Draft,
            "archived" => Status::Archived,
            "active" if is_published => Status::Active,
            "" if is_published => Status::Active,
            "" => Status::Draft,
            "active" => Status::Inactive,
            "unlisted" => {
                losses.add(
                    head,
                    "an unlisted product can be seen by its link only, so it is inactive",
                );
                Status::Inactive
            }
            other => {
                losses.add(
                    head,
                    format_args!(
                        "the status {} is unknown, so the product is a draft",
                        shown(other)
                    ),
                );
                Status::Draft
            }
        }
    }

    fn add_images(&self, product: &mut Product, rows: &[Row], losses: &mut Losses<'_>) {
        let mut images: Vec<(i64, &Row)> = rows
            .iter()
            .filter(|row| !row.key(self.columns.image).is_empty())
            .map(|row| {
                (numbers::whole(&row.key(self.columns.image_position)).unwrap_or(i64::MAX), row)
            })
            .collect();
        images.sort_by_key(|(position, _)| *position);
        for (_, row) in images {
            let alt = row.some(self.columns.image_alt, losses);
            product.add_image(&row.key(self.columns.image), alt, row, losses);
        }
    }

    fn add_variants(&self, product: &mut Product, rows: &[Row], losses: &mut Losses<'_>) {
        let columns = &self.columns;
        // The names are in the first row, or in every row.
        let names: Vec<String> = columns
            .option_names
            .iter()
            .map(|&column| rows.iter().map(|row| row.key(column)).find(|name| !name.is_empty()))
            .map(Option::unwrap_or_default)
            .collect();
        let of_variant = [columns.price, columns.sku, columns.barcode, columns.option_values[0]];
        let is_variant = |row: &Row| of_variant.iter().any(|&column| !row.key(column).is_empty());
        let mut variants: Vec<&Row> = rows.iter().filter(|row| is_variant(row)).collect();
        if variants.is_empty() {
            variants.extend(rows.first());
        }
        let value = |row: &Row, index: usize| row.key(columns.option_values[index]);
        // A product without options has one variant, whose option is called Title.
        let has_values = |index: usize| variants.iter().any(|row| !value(row, index).is_empty());
        let is_simple = variants.len() == 1
            && (value(variants[0], 0).eq_ignore_ascii_case("Default Title")
                || !(0..3).any(has_values));
        let options: Vec<usize> = match is_simple {
            true => Vec::new(),
            false => (0..3).filter(|&index| has_values(index)).collect(),
        };
        product.options = options
            .iter()
            .map(|&index| match names[index].as_str() {
                "" => format!("Option {}", index + 1),
                name => name.to_owned(),
            })
            .collect();
        for row in variants {
            let values = options
                .iter()
                .map(|&index| Some(value(row, index)).filter(|value| !value.is_empty()))
                .collect();
            let variant = self.variant(row, values, product.weight_unit.as_deref(), losses);
            product.variants.push(variant);
        }
    }

    fn variant(
        &self,
        row: &Row,
        values: Vec<Option<String>>,
        unit: Option<&str>,
        losses: &mut Losses<'_>,
    ) -> Variant {
        let columns = &self.columns;
        let price = |column, name, losses: &mut Losses<'_>| {
            read_price(&row.key(column), name, self.currency, row, losses)
        };
        let is_shipped = !row.key(columns.requires_shipping).eq_ignore_ascii_case("false");
        let weight = numbers::grams_in(&row.key(columns.grams), unit.unwrap_or("g"));
        let url = row.key(columns.variant_image);
        Variant {
            place: row.to_string(),
            values,
            sku: row.some(columns.sku, losses).map(|sku| sku.trim_start_matches('\'').to_owned()),
            barcode: row
                .some(columns.barcode, losses)
                .map(|code| code.trim_start_matches('\'').to_owned()),
            price: price(columns.price, "price", losses),
            compare_at_price: price(columns.compare_at_price, "compare-at price", losses)
                .filter(|&amount| amount > 0),
            cost_price: price(columns.cost, "cost", losses),
            stock: self.stock(row, losses),
            weight: weight.filter(|_| is_shipped),
            image: Some(url)
                .filter(|url| !url.is_empty())
                .and_then(|url| picture_url(&url, row, losses)),
            ..Variant::default()
        }
    }

    /// Returns the stock of a variant. `None` if Shopify does not count it, or sells on without stock.
    fn stock(&self, row: &Row, losses: &mut Losses<'_>) -> Option<i64> {
        if row.key(self.columns.tracker).is_empty() {
            return None;
        }
        let policy = row.key(self.columns.policy).to_lowercase();
        if ["continue", "true"].contains(&policy.as_str()) {
            losses.add(row, "it is sold without stock too, so its stock is not counted");
            return None;
        }
        let cell = row.key(self.columns.quantity);
        let number = numbers::whole(&cell);
        if number.is_none() && !cell.is_empty() {
            losses.add(row, format_args!("the stock {} is no number, so it is 0", shown(&cell)));
        }
        Some(pieces(number.unwrap_or(0), row, losses))
    }
}

/// Reads a price. Reports a cell that is no price, and a price with too many decimals.
pub fn read_price(
    cell: &str,
    name: &str,
    currency: Currency,
    row: &Row,
    losses: &mut Losses<'_>,
) -> Option<i64> {
    if cell.is_empty() {
        return None;
    }
    let Some(price) = numbers::price(cell, currency) else {
        losses.add(row, format_args!("the {name} {} cannot be read", shown(cell)));
        return None;
    };
    if price.is_rounded {
        let rounded = currency.decimal(price.amount);
        losses.add(row, format_args!("the {name} {} was rounded to {rounded}", shown(cell)));
    }
    Some(price.amount)
}
