//! The columns of WooCommerce's exports.

use super::list;
use crate::losses::Losses;
use crate::table::{Column, Row, Table};

pub struct Columns {
    pub id: Column,
    pub kind: Column,
    pub sku: Column,
    pub barcode: Column,
    pub name: Column,
    pub is_published: Column,
    pub is_featured: Column,
    pub visibility: Column,
    pub short_description: Column,
    pub description: Column,
    pub sale_starts: Column,
    pub sale_ends: Column,
    pub is_in_stock: Column,
    pub stock: Column,
    pub backorders: Column,
    /// The column of weights with its unit.
    pub weight: Option<(Column, String)>,
    /// The columns of length, width and height, each with its unit.
    pub size: [Option<(Column, String)>; 3],
    pub sale_price: Column,
    pub regular_price: Column,
    pub cost: Column,
    pub categories: Column,
    pub tags: Column,
    pub brands: Column,
    pub images: Column,
    pub parent: Column,
    pub seo_title: Column,
    pub seo_description: Column,
    /// The columns of names and of values of each attribute.
    attributes: Vec<(Column, Column)>,
}

/// An attribute of a row, such as the color with the colors that the product has.
pub struct Attribute {
    pub name: String,
    pub values: Vec<String>,
}

impl Columns {
    pub fn find(table: &mut Table) -> Self {
        let mut measured =
            |name: &'static str| table.columns(|column| unit(column, name)).into_iter().next();
        let weight = measured("Weight");
        let size = [measured("Length"), measured("Width"), measured("Height")];
        let numbers = table.columns(|name| {
            let name = name.to_lowercase();
            name.strip_prefix("attribute ")?.strip_suffix(" name")?.parse::<u32>().ok()
        });
        let attributes = numbers
            .into_iter()
            .map(|(name, number)| (name, table.column(&[&format!("Attribute {number} value(s)")])))
            .collect();
        // How a shop shows an attribute is of no use outside of it.
        table.columns(|name| {
            let name = name.to_lowercase();
            let is_shown =
                [" visible", " global", " default"].iter().any(|end| name.ends_with(end));
            (name.starts_with("attribute ") && is_shown).then_some(())
        });
        let mut column = |names: &[&str]| table.column(names);
        Self {
            id: column(&["ID"]),
            kind: column(&["Type"]),
            sku: column(&["SKU"]),
            barcode: column(&["GTIN, UPC, EAN, or ISBN"]),
            name: column(&["Name"]),
            is_published: column(&["Published"]),
            is_featured: column(&["Is featured?"]),
            visibility: column(&[
                "Visibility in catalog",
                "Visibility in catalogue",
                "Catalog visibility",
            ]),
            short_description: column(&["Short description"]),
            description: column(&["Description"]),
            sale_starts: column(&["Date sale price starts"]),
            sale_ends: column(&["Date sale price ends"]),
            is_in_stock: column(&["In stock?"]),
            stock: column(&["Stock"]),
            backorders: column(&["Backorders allowed?"]),
            weight,
            size,
            sale_price: column(&["Sale price"]),
            regular_price: column(&["Regular price"]),
            cost: column(&["Cost of goods", "Cost of goods sold"]),
            categories: column(&["Categories"]),
            tags: column(&["Tags"]),
            brands: column(&["Brands"]),
            images: column(&["Images"]),
            parent: column(&["Parent"]),
            seo_title: column(&["Meta: _yoast_wpseo_title", "Meta: rank_math_title"]),
            seo_description: column(&[
                "Meta: _yoast_wpseo_metadesc",
                "Meta: rank_math_description",
            ]),
            attributes,
        }
    }

    pub fn attributes_of(&self, row: &Row, losses: &mut Losses<'_>) -> Vec<Attribute> {
        let mut found: Vec<Attribute> = Vec::new();
        for &(name, values) in &self.attributes {
            let Some(name) = row.some(name, losses) else { continue };
            if !found.iter().any(|attribute| attribute.name == name) {
                found.push(Attribute { name, values: list(&row.text(values, losses)) });
            }
        }
        found
    }
}

/// Returns the unit of a column such as `Weight (kg)`.
fn unit(column: &str, name: &str) -> Option<String> {
    let unit = column.strip_prefix(name)?.trim();
    let unit = unit.strip_prefix('(')?.strip_suffix(')')?.to_lowercase();
    Some(if unit == "lbs" { "lb".to_owned() } else { unit })
}
