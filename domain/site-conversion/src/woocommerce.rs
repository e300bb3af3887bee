//! Products that WooCommerce exported as CSV. A product has one row. Each of its variations has a row too, which names
//! the product. Source: github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, ensure};
use csv::Position;
use stoa_values::Currency;

use super::Site;
use super::bundle::{Bundle, Converted};
use super::categories::Categories;
use super::html::{text_of, with_paragraphs};
use super::losses::{Losses, shown};
use super::numbers;
use super::products::{Ids, Product, Status, Variant, picture_url};
use super::shopify::read_price;
use super::slugs::Slugs;
use super::table::{Column, Row, Table};
use super::text::{plain, present};

mod attributes;
mod columns;
mod stock;

use attributes::{expand, option_names, sort};
use columns::Columns;

/// Columns that have no use outside of WooCommerce, or that say how the shop shows a product.
const KNOWN: [&str; 6] = [
    "Tax status",
    "Allow customer reviews?",
    "Position",
    "Meta: _wpcom_is_markdown",
    "Download limit",
    "Download expiry days",
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
        !columns.name.is_missing() && !columns.kind.is_missing(),
        "it is no export of WooCommerce's products, or not in English: its first line names no columns Type and Name"
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
    for (index, group) in groups.iter().enumerate() {
        let head = table.at(&group.product)?;
        let variations =
            group.variations.iter().map(|place| table.at(place)).collect::<Result<Vec<_>>>()?;
        let fallback = format!("product-{}", index + 1);
        let product = conversion.product(&head, &variations, &fallback, losses);
        bundle.item(&product.into_item(&mut ids, &mut converted, losses))?;
    }
    bundle.end_section()?;
    bundle.end()?;
    table.report_columns(&KNOWN, losses);
    Ok(converted)
}

/// The positions of a product's rows.
struct Group {
    product: Position,
    variations: Vec<Position>,
}

/// Reads all rows, and returns the positions of each product's rows. Variations may come before their product.
fn group(
    table: &mut Table,
    columns: &Columns,
    losses: &mut Losses<'_>,
) -> Result<(Vec<Group>, Categories)> {
    let mut groups: Vec<Group> = Vec::new();
    let mut by_reference: HashMap<String, usize> = HashMap::new();
    let mut variations = Vec::new();
    let mut categories = Categories::default();
    while let Some((row, position)) = table.next(losses)? {
        let kinds = row.key(columns.kind).to_lowercase();
        if kinds.split(',').any(|kind| kind.trim() == "variation") {
            variations.push((row.key(columns.parent), row.line, position));
            continue;
        }
        if row.key(columns.name).is_empty() && row.key(columns.sku).is_empty() {
            losses.add(&row, "the row has neither name nor SKU, so it was left out");
            continue;
        }
        category_paths(&row.key(columns.categories)).iter().for_each(|path| {
            categories.find_or_add(path);
        });
        for reference in [format!("id:{}", row.key(columns.id)), row.key(columns.sku)] {
            if !reference.is_empty() && reference != "id:" {
                by_reference.entry(reference).or_insert(groups.len());
            }
        }
        groups.push(Group { product: position, variations: Vec::new() });
    }
    for (parent, line, position) in variations {
        match by_reference.get(&parent) {
            Some(&group) => groups[group].variations.push(position),
            None => losses.add(
                format_args!("line {line}"),
                format_args!(
                    "the variation's product {} is not in the file, so it was left out",
                    shown(&parent)
                ),
            ),
        }
    }
    Ok((groups, categories))
}

/// Splits a cell at commas. A comma that belongs to a value has a backslash before it.
fn list(cell: &str) -> Vec<String> {
    let mut values = vec![String::new()];
    let mut letters = cell.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = values.len() - 1;
        match letter {
            '\\' if letters.peek() == Some(&',') => values[last].extend(letters.next()),
            ',' => values.push(String::new()),
            _ => values[last].push(letter),
        }
    }
    values.iter().map(|value| plain(value)).filter(|value| !value.is_empty()).collect()
}

/// The paths of categories, such as `Clothing > Hoodies`, the longest first.
fn category_paths(cell: &str) -> Vec<Vec<String>> {
    let path = |text: String| -> Vec<String> {
        text.split('>').map(plain).filter(|name| !name.is_empty()).collect()
    };
    let mut paths: Vec<Vec<String>> = list(cell).into_iter().map(path).collect();
    paths.retain(|path| !path.is_empty() && *path != ["Uncategorized"]);
    paths.sort_by_key(|path| std::cmp::Reverse(path.len()));
    paths
}

/// A text of several lines. Exports write line breaks as `\n`, and `\n` as `\\n`.
fn lines(cell: &str) -> String {
    let parts: Vec<String> = cell.split("\\\\n").map(|part| part.replace("\\n", "\n")).collect();
    parts.join("\\n")
}

struct Conversion {
    columns: Columns,
    currency: Currency,
    slugs: Slugs,
    categories: Categories,
}

impl Conversion {
    fn product(
        &mut self,
        head: &Row,
        variations: &[Row],
        fallback: &str,
        losses: &mut Losses<'_>,
    ) -> Product {
        let columns = &self.columns;
        let mut product = Product::at(head);
        product.name = head.plain(columns.name, losses);
        if product.name.is_empty() {
            product.name = head.plain(columns.sku, losses);
            let name = shown(&product.name);
            losses.add(head, format_args!("the product has no name, so its name is {name}"));
        }
        // Exports of WooCommerce have no slugs.
        product.slug = self.slugs.take("", &product.name, fallback);
        let description = lines(&head.text(columns.description, losses));
        product.description = present(with_paragraphs(&description));
        let short = lines(&head.text(columns.short_description, losses));
        product.short_description = present(text_of(&short));
        product.is_featured = head.key(columns.is_featured) == "1";
        product.seo_title = head.some(columns.seo_title, losses);
        product.seo_description = head.some(columns.seo_description, losses);
        let mut paths = category_paths(&head.key(columns.categories)).into_iter();
        product.category_id = paths.next().and_then(|path| self.categories.find_or_add(&path));
        for tag in list(&head.text(columns.tags, losses)) {
            product.add_tag(&tag);
        }
        // A product of a bundle has one category. The names of the others become tags.
        for name in paths.filter_map(|path| path.last().cloned()) {
            product.add_tag(&name);
        }
        if let Some(brands) = head.some(columns.brands, losses) {
            product.metadata.insert("brands".into(), brands.into());
        }
        for url in list(&head.text(columns.images, losses)) {
            product.add_image(&url, None, head, losses);
        }
        product.status = self.status(head, losses);
        product.weight_unit = columns.weight.as_ref().map(|(_, unit)| unit.clone());

        let attributes = columns.attributes_of(head, losses);
        product.options = option_names(&attributes, variations, columns, losses);
        for attribute in &attributes {
            if !product.options.contains(&attribute.name) && !attribute.values.is_empty() {
                let value = attribute.values.join(", ");
                product.metadata.insert(attribute.name.clone(), value.into());
            }
        }
        if product.options.is_empty() {
            variations.iter().for_each(|row| {
                losses.add(row, "the variation has no attributes, so it was left out");
            });
            let variant = self.variant(head, None, losses);
            product.variants.push(variant);
        } else {
            product.shared_stock = self.shared_stock(head, variations, losses);
            let mut open: Vec<Variant> = Vec::new();
            for row in variations {
                let mut variant = self.variant(row, Some(head), losses);
                let given = columns.attributes_of(row, losses);
                let value = |name: &String| {
                    given.iter().find(|attribute| attribute.name == *name)?.values.first().cloned()
                };
                variant.values = product.options.iter().map(value).collect();
                open.push(variant);
            }
            // A variation of one size wins over a variation of any size.
            open.sort_by_key(|variant| {
                variant.values.iter().filter(|value| value.is_none()).count()
            });
            for variant in open {
                let room = attributes::MAX_EXPANDED.saturating_sub(product.variants.len());
                let variants = expand(variant, &product.options, &attributes, room, losses);
                product.variants.extend(variants);
            }
            product.drop_repeated_variants(losses);
            sort(&mut product, &attributes);
        }
        if product.variants.iter().all(|variant| variant.weight.is_none()) {
            product.weight_unit = None;
        }
        product
    }

    fn status(&self, head: &Row, losses: &mut Losses<'_>) -> Status {
        let columns = &self.columns;
        let kinds = head.key(columns.kind).to_lowercase();
        for (kind, text) in [
            ("grouped", "a grouped product has no price of its own, so it is a draft"),
            ("external", "an external product is sold elsewhere, so it is a draft"),
        ] {
            if kinds.contains(kind) {
                losses.add(head, text);
                return Status::Draft;
            }
        }
        let known = ["", "simple", "variable", "virtual", "downloadable"];
        if let Some(kind) = kinds.split(',').map(str::trim).find(|kind| !known.contains(kind)) {
            losses.add(head, format_args!("a product of the type {} is a draft", shown(kind)));
            return Status::Draft;
        }
        if kinds.contains("downloadable") {
            losses.add(head, "the files of a downloadable product were left out");
        }
        let published = head.key(columns.is_published);
        match published.as_str() {
            "0" => return Status::Inactive,
            "" | "1" => {}
            text if text.eq_ignore_ascii_case("true") => {}
            _ => return Status::Draft,
        }
        match head.key(columns.visibility).as_str() {
            "hidden" => {
                losses
                    .add(head, "a hidden product can be seen by its link only, so it is inactive");
                Status::Inactive
            }
            "search" | "catalog" => {
                losses.add(head, "the product is now both in lists and in searches");
                Status::Active
            }
            _ => Status::Active,
        }
    }

    /// Reads what a simple product and a variation have. A variation inherits what its row does not say from `parent`.
    fn variant(&self, row: &Row, parent: Option<&Row>, losses: &mut Losses<'_>) -> Variant {
        let columns = &self.columns;
        let price = |column: Column, name, losses: &mut Losses<'_>| {
            read_price(&row.key(column), name, self.currency, row, losses)
        };
        let regular = price(columns.regular_price, "regular price", losses);
        let mut sale = price(columns.sale_price, "sale price", losses);
        if sale.is_some()
            && !(row.key(columns.sale_starts) + &row.key(columns.sale_ends)).is_empty()
        {
            losses.add(row, "the sale price has dates, which a bundle cannot have, so the regular price applies");
            sale = None;
        }
        let is_reduced = sale.is_some() && sale < regular;
        let inherited = |column: Column| {
            let own = row.key(column);
            match parent {
                Some(parent) if own.is_empty() => parent.key(column),
                _ => own,
            }
        };
        let weight = columns.weight.as_ref();
        let size = columns
            .size
            .clone()
            .map(|size| size.and_then(|(column, unit)| numbers::inches(&inherited(column), &unit)));
        let images = parent.map(|_| list(&row.key(columns.images))).unwrap_or_default();
        let is_hidden = parent.is_some() && row.key(columns.is_published) == "0";
        Variant {
            place: row.to_string(),
            sku: row.some(columns.sku, losses),
            barcode: row.some(columns.barcode, losses),
            price: if is_reduced { sale } else { regular.or(sale) },
            compare_at_price: regular.filter(|_| is_reduced),
            cost_price: price(columns.cost, "cost", losses),
            stock: match parent {
                Some(parent) if self.inherits_stock(row, parent) => None,
                _ => self.stock(row, losses),
            },
            weight: weight.and_then(|(column, _)| numbers::weight(&inherited(*column))),
            size,
            image: images.first().and_then(|url| picture_url(url, row, losses)),
            is_inactive: is_hidden,
            ..Variant::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_lists() {
        assert_eq!(
            list("Red, Dark\\, matte,, Salt &amp; Pepper"),
            ["Red", "Dark, matte", "Salt & Pepper"]
        );
        assert!(list("").is_empty());
        assert_eq!(lines("a\\nb \\\\n c"), "a\nb \\n c");
        assert_eq!(
            category_paths("Sale, Clothing > Hoodies, Uncategorized"),
            [vec!["Clothing".to_owned(), "Hoodies".to_owned()], vec!["Sale".to_owned()]]
        );
    }
}
