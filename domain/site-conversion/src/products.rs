//! Products with their variants, as both kinds of shops have them, and their form in a bundle.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use serde_json::{Map, Value, json};
use stoa_values::MAX_SAFE_INTEGER;
use url::Url;

use super::bundle::Converted;
use super::losses::{Losses, shown};

/// Maximum length of a picture's URL, as in the staff API.
const MAX_URL_CHARACTERS: usize = 2_000;

#[derive(Default)]
pub struct Product {
    /// Where the export has the product, such as `line 12`.
    pub place: String,
    pub name: String,
    pub slug: String,
    pub description: Option<String>,
    pub short_description: Option<String>,
    pub category_id: Option<i64>,
    pub status: Status,
    pub is_featured: bool,
    pub seo_title: Option<String>,
    pub seo_description: Option<String>,
    pub tags: Vec<String>,
    pub metadata: Map<String, Value>,
    pub weight_unit: Option<String>,
    pub images: Vec<Image>,
    /// The names of the options. A product without options has exactly one variant, which is no variant in the bundle.
    pub options: Vec<String>,
    pub variants: Vec<Variant>,
    /// The pieces in stock that all variants without a stock share.
    pub shared_stock: Option<i64>,
    /// The tags and the URLs of pictures that the product has.
    known: HashSet<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    #[default]
    Active,
    Inactive,
    Draft,
    Archived,
}

pub struct Image {
    pub url: String,
    pub alt: Option<String>,
}

#[derive(Clone, Default)]
pub struct Variant {
    pub place: String,
    /// One value for each option of the product. A variant without a value fits each value of the option.
    pub values: Vec<Option<String>>,
    pub sku: Option<String>,
    pub barcode: Option<String>,
    /// In the smallest unit of the currency. A variant without a price cannot be bought.
    pub price: Option<i64>,
    pub compare_at_price: Option<i64>,
    pub cost_price: Option<i64>,
    /// The pieces in stock. `None` if they are those of the product or not counted.
    pub stock: Option<i64>,
    pub weight: Option<String>,
    /// Length, width and height in inches.
    pub size: [Option<f64>; 3],
    pub image: Option<String>,
    pub is_inactive: bool,
}

/// The ids that the bundle has used so far.
#[derive(Default)]
pub struct Ids {
    product: i64,
    image: i64,
    option: i64,
    value: i64,
    variant: i64,
}

fn next(id: &mut i64) -> i64 {
    *id += 1;
    *id
}

impl Product {
    pub fn at(place: impl Display) -> Self {
        Self { place: place.to_string(), ..Self::default() }
    }

    /// Adds a picture unless the product has it already. A bundle names pictures by URL.
    pub fn add_image(
        &mut self,
        url: &str,
        alt: Option<String>,
        place: &dyn Display,
        losses: &mut Losses<'_>,
    ) {
        let Some(url) = picture_url(url, place, losses) else { return };
        if self.known.insert(format!("image {url}")) {
            self.images.push(Image { url, alt });
        }
    }

    pub fn add_tag(&mut self, tag: &str) {
        if !tag.is_empty() && self.known.insert(format!("tag {tag}")) {
            self.tags.push(tag.to_owned());
        }
    }

    /// Returns the product as an item of a bundle, and counts its parts.
    pub fn into_item(
        mut self,
        ids: &mut Ids,
        converted: &mut Converted,
        losses: &mut Losses<'_>,
    ) -> Value {
        self.drop_repeated_variants(losses);
        if !self.options.is_empty() {
            for variant in self.variants.iter_mut().filter(|variant| variant.price.is_none()) {
                variant.is_inactive = true;
                losses.add(&variant.place, "the variant has no price, so it is inactive");
            }
        }
        // The product shows the price of its cheapest variant.
        let shown = self
            .variants
            .iter()
            .filter(|variant| variant.price.is_some())
            .min_by_key(|variant| (variant.is_inactive, variant.price))
            .cloned();
        if shown.is_none() && matches!(self.status, Status::Active | Status::Inactive) {
            self.status = Status::Draft;
            losses.add(&self.place, "the product has no price, so it is a draft");
        }
        let only = self.options.is_empty().then(|| self.variants.pop().unwrap_or_default());
        let stock = only.as_ref().map_or(self.shared_stock, |only| only.stock);
        let counts_stock =
            stock.is_some() || self.variants.iter().any(|variant| variant.stock.is_some());
        let shown = shown.unwrap_or_default();
        let single = only.unwrap_or_default();

        converted.add("product", 1);
        converted.add("variant", self.variants.len());
        converted.add("image", self.images.len());
        let mut item = json!({
            "id": next(&mut ids.product),
            "categoryId": self.category_id,
            "name": self.name,
            "slug": self.slug,
            "description": self.description,
            "shortDescription": self.short_description,
            "price": shown.price.unwrap_or(0),
            "compareAtPrice": shown.compare_at_price,
            "costPrice": shown.cost_price,
            "sku": single.sku,
            "barcode": single.barcode,
            "trackInventory": counts_stock,
            "quantity": stock,
            "weight": single.weight,
            "weightUnit": self.weight_unit,
            "lengthIn": single.size[0],
            "widthIn": single.size[1],
            "heightIn": single.size[2],
            "status": self.status.name(),
            "featured": self.is_featured,
            "seoTitle": self.seo_title,
            "seoDescription": self.seo_description,
            "tags": self.tags,
            "metadata": self.metadata,
        });
        item["images"] = images(&self.images, ids);
        let (options, value_ids) = self.options(ids);
        item["options"] = options;
        item["variants"] =
            self.variants.iter().map(|variant| variant.item(&value_ids, ids)).collect();
        if let Some(members) = item.as_object_mut() {
            members.retain(|_, value| !is_default(value));
        }
        item
    }

    /// Drops the variants whose values an earlier variant has.
    pub fn drop_repeated_variants(&mut self, losses: &mut Losses<'_>) {
        let mut seen = HashSet::new();
        self.variants.retain(|variant| {
            let is_new = seen.insert(variant.values.clone());
            if !is_new {
                let text = "an earlier variant of the product has the same options, so this one was left out";
                losses.add(&variant.place, text);
            }
            is_new
        });
    }

    /// Returns the options, and for each option the ids of its values.
    fn options(&self, ids: &mut Ids) -> (Value, Vec<ValueIds>) {
        let mut items = Vec::new();
        let mut all = Vec::new();
        for (index, name) in self.options.iter().enumerate() {
            let id = next(&mut ids.option);
            let mut known = ValueIds { option: id, values: HashMap::new() };
            let mut values = Vec::new();
            for value in self.variants.iter().filter_map(|variant| variant.values[index].as_ref()) {
                if !known.values.contains_key(value) {
                    let value_id = next(&mut ids.value);
                    known.values.insert(value.clone(), value_id);
                    values.push(json!({"id": value_id, "value": value, "order": values.len() + 1}));
                }
            }
            items.push(json!({"id": id, "name": name, "order": index + 1, "values": values}));
            all.push(known);
        }
        (items.into(), all)
    }
}

/// The id of an option, and the ids of its values.
struct ValueIds {
    option: i64,
    values: HashMap<String, i64>,
}

impl Variant {
    fn item(&self, ids_of_values: &[ValueIds], ids: &mut Ids) -> Value {
        let names: Vec<&str> = self.values.iter().flatten().map(String::as_str).collect();
        let values: Vec<Value> = ids_of_values
            .iter()
            .zip(&self.values)
            .filter_map(|(option, value)| {
                let value = option.values.get(value.as_ref()?)?;
                Some(json!({"optionId": option.option, "valueId": value}))
            })
            .collect();
        let mut item = json!({
            "id": next(&mut ids.variant),
            "name": names.join(" / "),
            "sku": self.sku,
            "barcode": self.barcode,
            "price": self.price.unwrap_or(0),
            "compareAtPrice": self.compare_at_price,
            "costPrice": self.cost_price,
            "quantity": self.stock,
            "weight": self.weight,
            "lengthIn": self.size[0],
            "widthIn": self.size[1],
            "heightIn": self.size[2],
            "image": self.image,
            "active": !self.is_inactive,
            "optionValues": values,
        });
        if let Some(members) = item.as_object_mut() {
            members.retain(|key, value| key == "active" || !is_default(value));
        }
        item
    }
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Inactive => "inactive",
            Self::Draft => "draft",
            Self::Archived => "archived",
        }
    }
}

fn images(images: &[Image], ids: &mut Ids) -> Value {
    let item = |(index, image): (usize, &Image)| {
        let mut item = json!({"id": next(&mut ids.image), "url": image.url, "order": index + 1});
        if let Some(alt) = &image.alt {
            item["alt"] = alt.as_str().into();
        }
        item
    };
    images.iter().enumerate().map(item).collect()
}

/// Whether a member of an item may be left out.
fn is_default(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// Returns the URL of a picture, which must be absolute.
pub fn picture_url(text: &str, place: &dyn Display, losses: &mut Losses<'_>) -> Option<String> {
    // URLs without a scheme are common in exports of old shops.
    let text = match text.strip_prefix("//") {
        Some(rest) => format!("https://{rest}"),
        None => text.to_owned(),
    };
    let is_web = Url::parse(&text)
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    if is_web && text.chars().count() <= MAX_URL_CHARACTERS {
        return Some(text);
    }
    losses.add(place, format_args!("the picture {} is no web address", shown(&text)));
    None
}

/// Returns a number of pieces that a bundle can hold.
pub fn pieces(number: i64, place: &dyn Display, losses: &mut Losses<'_>) -> i64 {
    if number < 0 {
        losses.add(place, format_args!("the stock {number} is negative, so it is 0"));
    }
    number.clamp(0, MAX_SAFE_INTEGER)
}
