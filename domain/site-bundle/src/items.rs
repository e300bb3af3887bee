//! Reads the ids, slugs, codes and references of each kind of item. The schema checks types and ranges, so a value of a
//! wrong type is ignored here.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

use super::references::Seen;

/// Records the ids, slugs and codes of an item, and its references.
pub fn note(section: &'static str, item: &Value, pointer: &str, seen: &mut Seen<'_>) {
    if let Some(id) = item["id"].as_i64()
        && section != "site"
    {
        seen.id(section, id, pointer);
    }
    match section {
        "categories" | "tags" => slug(section, item, pointer, seen),
        "navigation" => parent("parentId", section, item, pointer, seen),
        "posts" => {
            slug(section, item, pointer, seen);
            parent("parentPostId", section, item, pointer, seen);
            all("categoryIds", "category", "categories", item, pointer, seen);
            all("tagIds", "tag", "tags", item, pointer, seen);
        }
        "productCategories" => {
            slug(section, item, pointer, seen);
            parent("parentId", section, item, pointer, seen);
        }
        "products" => {
            slug(section, item, pointer, seen);
            if let Some(category) = item["categoryId"].as_i64() {
                seen.reference("categoryId", "productCategories", category, pointer);
            }
            product(item, pointer, seen);
        }
        "apiKeys" => api_key(item, pointer, seen),
        "discountCodes" => code(section, item, pointer, seen),
        "giftCertificates" => {
            code(section, item, pointer, seen);
            let initial = item["initialAmount"].as_i64().unwrap_or(0);
            if let Some(remaining) = item["remainingAmount"].as_i64()
                && remaining > initial
            {
                let text =
                    format!("remainingAmount {remaining} is more than initialAmount {initial}");
                seen.fault(pointer, text);
            }
        }
        "designTemplates" => template(item, pointer, seen),
        "shippingZones" => ids("shippingRates", &item["rates"], &format!("{pointer}/rates"), seen),
        _ => {}
    }
}

/// Returns the SHA-256 of an API key's secret, in hex. The bundle has either the secret or the digest.
pub fn secret_sha256(key: &Value) -> Option<String> {
    match key["secret"].as_str() {
        Some(secret) => Some(hex::encode(Sha256::digest(secret))),
        None => key["secretSha256"].as_str().map(str::to_owned),
    }
}

fn api_key(key: &Value, pointer: &str, seen: &mut Seen<'_>) {
    if let Some(digest) = secret_sha256(key)
        && !seen.text("apiKeys", digest)
    {
        seen.fault(pointer, "its secret is given twice");
    }
}

/// Records a slug, which is stored in NFC. A missing slug counts as `""`.
fn slug(kind: &'static str, item: &Value, pointer: &str, seen: &mut Seen<'_>) {
    let slug = match item.get("slug") {
        None => "",
        Some(Value::String(slug)) => slug,
        Some(_) => return,
    };
    if !seen.text(kind, slug.nfc().collect()) {
        seen.fault(&format!("{pointer}/slug"), format_args!("slug {slug:?} is given twice"));
    }
}

/// Records a code. Codes are compared case-insensitively.
fn code(kind: &'static str, item: &Value, pointer: &str, seen: &mut Seen<'_>) {
    if let Some(code) = item["code"].as_str()
        && !seen.text(kind, code.to_lowercase())
    {
        seen.fault(&format!("{pointer}/code"), format_args!("code {code:?} is given twice"));
    }
}

fn parent(
    field: &'static str,
    kind: &'static str,
    item: &Value,
    pointer: &str,
    seen: &mut Seen<'_>,
) {
    if let (Some(id), Some(parent)) = (item["id"].as_i64(), item[field].as_i64()) {
        seen.parent(field, kind, id, parent, pointer);
    }
}

fn all(
    field: &str,
    noun: &'static str,
    kind: &'static str,
    item: &Value,
    pointer: &str,
    seen: &mut Seen<'_>,
) {
    for (index, id) in list(&item[field]).iter().enumerate() {
        if let Some(id) = id.as_i64() {
            seen.reference(noun, kind, id, &format!("{pointer}/{field}/{index}"));
        }
    }
}

fn ids(kind: &'static str, parts: &Value, pointer: &str, seen: &mut Seen<'_>) {
    for (index, part) in list(parts).iter().enumerate() {
        if let Some(id) = part["id"].as_i64() {
            seen.id(kind, id, &format!("{pointer}/{index}"));
        }
    }
}

fn product(product: &Value, pointer: &str, seen: &mut Seen<'_>) {
    ids("images", &product["images"], &format!("{pointer}/images"), seen);
    ids("options", &product["options"], &format!("{pointer}/options"), seen);
    ids("variants", &product["variants"], &format!("{pointer}/variants"), seen);
    ids("bulkPricing", &product["bulkPricing"], &format!("{pointer}/bulkPricing"), seen);
    ids("styles", &product["styles"], &format!("{pointer}/styles"), seen);
    for style in list(&product["styles"]) {
        if let (Some(product), Some(style)) = (product["id"].as_i64(), style["id"].as_i64()) {
            seen.part("styles", style, product);
        }
    }

    let mut options: HashMap<i64, HashSet<i64>> = HashMap::new();
    for (index, option) in list(&product["options"]).iter().enumerate() {
        ids("optionValues", &option["values"], &format!("{pointer}/options/{index}/values"), seen);
        if let Some(id) = option["id"].as_i64() {
            options
                .entry(id)
                .or_default()
                .extend(list(&option["values"]).iter().filter_map(|value| value["id"].as_i64()));
        }
    }

    let variants: HashSet<i64> =
        list(&product["variants"]).iter().filter_map(|variant| variant["id"].as_i64()).collect();
    for (index, variant) in list(&product["variants"]).iter().enumerate() {
        option_values(variant, &options, &format!("{pointer}/variants/{index}"), seen);
    }
    for (index, rule) in list(&product["bulkPricing"]).iter().enumerate() {
        if let Some(variant) = rule["variantId"].as_i64()
            && !variants.contains(&variant)
        {
            seen.fault(
                &format!("{pointer}/bulkPricing/{index}"),
                format_args!("variantId {variant} does not exist"),
            );
        }
    }
    for (index, style) in list(&product["styles"]).iter().enumerate() {
        sides(style, &format!("{pointer}/styles/{index}/sides"), seen);
    }
}

/// Records that a template refers to a product, and maybe to one of the product's styles.
fn template(template: &Value, pointer: &str, seen: &mut Seen<'_>) {
    let Some(product) = template["productId"].as_i64() else { return };
    seen.reference("productId", "products", product, pointer);
    if let Some(style) = template["styleId"].as_i64() {
        seen.reference_to_part("styleId", "styles", style, ("product", product), pointer);
    }
}

/// Checks that a variant refers to each option of its product at most once, and to a value of that option.
fn option_values(
    variant: &Value,
    options: &HashMap<i64, HashSet<i64>>,
    pointer: &str,
    seen: &mut Seen<'_>,
) {
    let mut given = HashSet::new();
    for (index, choice) in list(&variant["optionValues"]).iter().enumerate() {
        let (Some(option), Some(value)) = (choice["optionId"].as_i64(), choice["valueId"].as_i64())
        else {
            continue;
        };
        let pointer = format!("{pointer}/optionValues/{index}");
        match options.get(&option) {
            None => seen.fault(&pointer, format_args!("optionId {option} does not exist")),
            Some(values) if !values.contains(&value) => {
                seen.fault(
                    &pointer,
                    format_args!("valueId {value} does not exist in option {option}"),
                );
            }
            Some(_) if !given.insert(option) => {
                seen.fault(&pointer, format_args!("optionId {option} is given twice"));
            }
            Some(_) => {}
        }
    }
}

/// Checks that the slugs of a style's sides are unique within the style.
fn sides(style: &Value, pointer: &str, seen: &mut Seen<'_>) {
    ids("sides", &style["sides"], pointer, seen);
    let mut slugs = HashSet::new();
    for (index, side) in list(&style["sides"]).iter().enumerate() {
        let slug = side.get("slug").map_or(Some(""), Value::as_str);
        if let Some(slug) = slug
            && !slugs.insert(slug)
        {
            seen.fault(
                &format!("{pointer}/{index}/slug"),
                format_args!("slug {slug:?} is given twice"),
            );
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
