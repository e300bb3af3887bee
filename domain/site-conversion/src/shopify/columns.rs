//! The columns of Shopify's exports.

use crate::table::{Column, Table};

pub struct Columns {
    pub handle: Column,
    pub title: Column,
    pub body: Column,
    pub vendor: Column,
    pub product_type: Column,
    pub collection: Column,
    pub tags: Column,
    pub published: Column,
    pub status: Column,
    pub gift_card: Column,
    pub seo_title: Column,
    pub seo_description: Column,
    pub option_names: [Column; 3],
    pub option_values: [Column; 3],
    pub sku: Column,
    pub barcode: Column,
    pub price: Column,
    pub compare_at_price: Column,
    pub cost: Column,
    pub tracker: Column,
    pub quantity: Column,
    pub policy: Column,
    pub grams: Column,
    pub weight_unit: Column,
    pub requires_shipping: Column,
    pub image: Column,
    pub image_position: Column,
    pub image_alt: Column,
    pub variant_image: Column,
    /// Columns whose values become metadata, each with its key there.
    pub metadata: Vec<(Column, String)>,
}

impl Columns {
    pub fn find(table: &mut Table) -> Self {
        // Metafields are called such as `Care guide (product.metafields.custom.care_guide)`.
        let metadata = table.columns(|name| {
            let field = name.split_once("(product.metafields.").map(|(_, field)| field);
            match field.and_then(|field| field.strip_suffix(')')) {
                Some(field) => Some(field.to_owned()),
                None if name.starts_with("Google Shopping / ") => Some(name.to_owned()),
                None if name.eq_ignore_ascii_case("Product Category") => {
                    Some("productCategory".into())
                }
                None => None,
            }
        });
        let mut column = |names: &[&str]| table.column(names);
        Self {
            handle: column(&["Handle", "URL handle"]),
            title: column(&["Title"]),
            body: column(&["Body (HTML)", "Body HTML", "Description"]),
            vendor: column(&["Vendor"]),
            product_type: column(&["Type", "Custom Product Type"]),
            collection: column(&["Collection"]),
            tags: column(&["Tags"]),
            published: column(&["Published", "Published on online store"]),
            status: column(&["Status"]),
            gift_card: column(&["Gift Card"]),
            seo_title: column(&["SEO Title"]),
            seo_description: column(&["SEO Description"]),
            option_names: [
                column(&["Option1 Name"]),
                column(&["Option2 Name"]),
                column(&["Option3 Name"]),
            ],
            option_values: [
                column(&["Option1 Value"]),
                column(&["Option2 Value"]),
                column(&["Option3 Value"]),
            ],
            sku: column(&["Variant SKU", "SKU"]),
            barcode: column(&["Variant Barcode", "Barcode"]),
            price: column(&["Variant Price", "Price"]),
            compare_at_price: column(&["Variant Compare At Price", "Compare-at price"]),
            cost: column(&["Cost per item"]),
            tracker: column(&["Variant Inventory Tracker", "Inventory tracker"]),
            quantity: column(&["Variant Inventory Qty", "Inventory quantity"]),
            policy: column(&["Variant Inventory Policy", "Continue selling when out of stock"]),
            grams: column(&["Variant Grams", "Weight value (grams)"]),
            weight_unit: column(&["Variant Weight Unit", "Weight unit for display"]),
            requires_shipping: column(&["Variant Requires Shipping", "Requires shipping"]),
            image: column(&["Image Src", "Product image URL"]),
            image_position: column(&["Image Position"]),
            image_alt: column(&["Image Alt Text"]),
            variant_image: column(&["Variant Image", "Variant image URL"]),
            metadata,
        }
    }
}
