//! Attributes of products, which are the options of variations.

use std::collections::HashMap;

use super::columns::{Attribute, Columns};
use crate::losses::Losses;
use crate::products::{Product, Variant};
use crate::table::Row;

/// Maximum number of variants that a product gets by variations that fit several values.
pub const MAX_EXPANDED: usize = 1_000;

/// Returns the names of the attributes in which a product's variations differ, in the product's order. An attribute that
/// fits any value in all variations is an option too, because customers choose it.
pub fn option_names(
    attributes: &[Attribute],
    variations: &[Row],
    columns: &Columns,
    losses: &mut Losses<'_>,
) -> Vec<String> {
    let mut names = Vec::new();
    let mut of_variations = Vec::new();
    for row in variations {
        for attribute in columns.attributes_of(row, losses) {
            if !of_variations.contains(&attribute.name) {
                of_variations.push(attribute.name);
            }
        }
    }
    for attribute in attributes {
        if of_variations.contains(&attribute.name) {
            names.push(attribute.name.clone());
        }
    }
    // A product that lost its attributes still has those of its variations.
    names.extend(
        of_variations
            .into_iter()
            .filter(|name| !attributes.iter().any(|known| known.name == *name)),
    );
    names
}

/// Returns a variant for each value of the options that the variation leaves open. A variation whose stock is counted
/// stays one variant, because its pieces cannot be divided.
pub fn expand(
    variant: Variant,
    options: &[String],
    attributes: &[Attribute],
    room: usize,
    losses: &mut Losses<'_>,
) -> Vec<Variant> {
    // The values that each option may have.
    let choices: Vec<&[String]> = options
        .iter()
        .zip(&variant.values)
        .map(|(name, value)| {
            let all = attributes.iter().find(|attribute| attribute.name == *name);
            match value {
                Some(value) => std::slice::from_ref(value),
                None => all.map_or(&[][..], |attribute| &attribute.values),
            }
        })
        .collect();
    let mut counts = choices.iter().map(|values| values.len().max(1));
    let count = counts.try_fold(1_usize, usize::checked_mul);
    let why = match (variant.stock, count) {
        (Some(_), Some(2..)) => Some("its stock cannot be divided"),
        (_, Some(1)) => None,
        (_, Some(count)) if count <= room => None,
        _ => Some("the product would have more than 1,000 variants"),
    };
    if let Some(why) = why {
        let text =
            format!("the variation fits several values and stays one variant, because {why}");
        losses.add(&variant.place, text);
        return vec![variant];
    }
    let mut combinations: Vec<Vec<Option<String>>> = vec![Vec::new()];
    for values in choices {
        let values = match values {
            [] => vec![None],
            values => values.iter().cloned().map(Some).collect(),
        };
        combinations = combinations
            .into_iter()
            .flat_map(|begun| {
                values
                    .iter()
                    .map(move |value| [begun.as_slice(), std::slice::from_ref(value)].concat())
            })
            .collect();
    }
    combinations.into_iter().map(|values| Variant { values, ..variant.clone() }).collect()
}

/// Sorts variants by the order in which the product's attributes list their values.
pub fn sort(product: &mut Product, attributes: &[Attribute]) {
    let places: Vec<HashMap<&str, usize>> = product
        .options
        .iter()
        .map(|name| {
            let all = attributes.iter().find(|attribute| attribute.name == *name);
            let values = all.map_or(&[][..], |attribute| &attribute.values);
            values.iter().enumerate().map(|(place, value)| (value.as_str(), place)).collect()
        })
        .collect();
    product.variants.sort_by_cached_key(|variant| {
        let place = |(value, places): (&Option<String>, &HashMap<&str, usize>)| {
            value.as_ref().and_then(|value| places.get(value.as_str()).copied())
        };
        variant.values.iter().zip(&places).map(place).collect::<Vec<_>>()
    });
}
