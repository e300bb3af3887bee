//! The parts of a product that a change replaces as a whole: its options, bulk prices and styles. The product is locked,
//! so that neither its parts nor its variants change concurrently.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
use stoa_db::{DbError, Transaction};
use stoa_staff_reasons::{self as reasons, Failed};
use stoa_staff_types::{
    BulkPriceType, EditedBulkPrice, EditedOption, EditedOptionValue, EditedSide, EditedStyle,
};
use stoa_values::money::ALL_BASIS_POINTS;

use super::can_charge;

/// The columns' names of the parts, which are no columns.
pub(super) const PARTS: [&str; 3] = ["options", "bulk_pricing", "styles"];

/// The new parts of a product. `None` leaves parts as they are.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    pub options: Option<&'a [EditedOption]>,
    pub bulk_pricing: Option<&'a [EditedBulkPrice]>,
    pub styles: Option<&'a [EditedStyle]>,
}

/// The product whose parts are replaced.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner<'a> {
    pub site_id: i64,
    pub product_id: i64,
    pub currency: Option<&'a str>,
    pub now: DateTime<Utc>,
}

/// Why parts are not replaced: each is a reason of every operation that replaces them.
pub(super) trait RefusesParts:
    From<reasons::PartNotFound>
    + From<reasons::PartGivenTwice>
    + From<reasons::SideSlugTaken>
    + From<reasons::VariantNotFound>
    + From<reasons::PriceCannotBeCharged>
    + From<reasons::BulkPriceNeverApplies>
    + From<reasons::BulkPriceExceedsAll>
{
}

impl<R> RefusesParts for R where
    R: From<reasons::PartNotFound>
        + From<reasons::PartGivenTwice>
        + From<reasons::SideSlugTaken>
        + From<reasons::VariantNotFound>
        + From<reasons::PriceCannotBeCharged>
        + From<reasons::BulkPriceNeverApplies>
        + From<reasons::BulkPriceExceedsAll>
{
}

/// A part of the product, or a part of such a part, with the id of the latter. The outer id is 0 for parts of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PartId {
    outer_id: i64,
    id: i64,
}

/// Replaces the parts. Returns false if a variant would lose its value of an option.
pub(super) async fn replace_parts<R: RefusesParts>(
    transaction: &Transaction<'_>,
    owner: Owner<'_>,
    parts: Parts<'_>,
) -> Result<bool, Failed<R>> {
    transaction.invalidate_cache(owner.site_id);
    if let Some(styles) = parts.styles {
        replace_styles(transaction, owner, styles).await?;
    }
    if let Some(prices) = parts.bulk_pricing {
        replace_bulk_pricing(transaction, owner, prices).await?;
    }
    match parts.options {
        Some(options) => replace_options(transaction, owner, options).await,
        None => Ok(true),
    }
}

/// Whether a design template has one of the product's styles that the new styles lack. A new template waits for the lock
/// of the product.
pub(super) async fn templates_lack_styles(
    transaction: &Transaction<'_>,
    site_id: i64,
    product_id: i64,
    styles: &[EditedStyle],
) -> Result<bool, DbError> {
    let ids: Vec<i64> = styles.iter().filter_map(|style| style.id).collect();
    let sql = include_str!("parts/templates_lack_styles.sql");
    transaction.one(sql, &[&site_id, &product_id, &ids]).await
}

async fn replace_options<R: RefusesParts>(
    transaction: &Transaction<'_>,
    owner: Owner<'_>,
    options: &[EditedOption],
) -> Result<bool, Failed<R>> {
    let Owner { site_id, product_id, now, .. } = owner;
    let list = include_str!("parts/list_options.sql");
    let named = options.iter().map(|option| (0, option.id)).collect();
    let ids = ids(transaction, owner, list, "product_options", named).await?;
    let list = include_str!("parts/list_option_values.sql");
    let values: Vec<(i64, usize, &EditedOptionValue)> = options
        .iter()
        .zip(&ids)
        .flat_map(|(option, id)| {
            option.values.iter().enumerate().map(|(place, value)| (*id, place, value))
        })
        .collect();
    let named = values.iter().map(|(option_id, _, value)| (*option_id, value.id)).collect();
    let value_ids = self::ids(transaction, owner, list, "product_option_values", named).await?;
    let sql = include_str!("parts/variants_lack_values.sql");
    if transaction.one(sql, &[&site_id, &product_id, &value_ids]).await? {
        return Ok(false);
    }
    let sql = include_str!("parts/delete_options.sql");
    transaction.execute(sql, &[&site_id, &product_id, &ids]).await?;
    let sql = include_str!("parts/delete_option_values.sql");
    transaction.execute(sql, &[&site_id, &ids, &value_ids]).await?;
    let rows = options
        .iter()
        .zip(&ids)
        .enumerate()
        .map(|(place, (option, id))| json!({"id": id, "name": option.name, "position": place}));
    let sql = include_str!("parts/put_options.sql");
    transaction.execute(sql, &[&site_id, &product_id, &array(rows), &now]).await?;
    let rows = values.iter().zip(&value_ids).map(|((option_id, place, value), id)| {
        let (text, label) = (&value.value, &value.label);
        json!({"id": id, "option_id": option_id, "value": text, "label": label, "position": place})
    });
    let sql = include_str!("parts/put_option_values.sql");
    transaction.execute(sql, &[&site_id, &array(rows), &now]).await?;
    Ok(true)
}

async fn replace_bulk_pricing<R: RefusesParts>(
    transaction: &Transaction<'_>,
    owner: Owner<'_>,
    prices: &[EditedBulkPrice],
) -> Result<(), Failed<R>> {
    let Owner { site_id, product_id, currency, now } = owner;
    let is_empty =
        |price: &EditedBulkPrice| price.max_quantity.is_some_and(|most| most < price.min_quantity);
    if prices.iter().any(is_empty) {
        return Err(Failed::Refused(reasons::BulkPriceNeverApplies.into()));
    }
    let is_percent = |price: &EditedBulkPrice| price.price_type == BulkPriceType::PercentOff;
    if prices.iter().any(|price| is_percent(price) && price.amount > ALL_BASIS_POINTS) {
        return Err(Failed::Refused(reasons::BulkPriceExceedsAll.into()));
    }
    let mut fixed = prices.iter().filter(|price| price.price_type == BulkPriceType::Fixed);
    if !fixed.all(|price| can_charge(currency, Some(price.amount))) {
        return Err(Failed::Refused(reasons::PriceCannotBeCharged.into()));
    }
    let list = include_str!("parts/list_bulk_prices.sql");
    let named = prices.iter().map(|price| (0, price.id)).collect();
    let ids = ids(transaction, owner, list, "bulk_pricing_rules", named).await?;
    let sql = include_str!("parts/delete_bulk_prices.sql");
    transaction.execute(sql, &[&site_id, &product_id, &ids]).await?;
    let rows = prices.iter().zip(&ids).map(|(price, id)| {
        json!({
            "id": id,
            "variant_id": price.variant_id,
            "min_quantity": price.min_quantity,
            "max_quantity": price.max_quantity,
            "price_type": price.price_type,
            "amount": price.amount,
        })
    });
    let sql = include_str!("parts/put_bulk_prices.sql");
    let put = transaction.execute(sql, &[&site_id, &product_id, &array(rows), &now]).await;
    put.map_err(|error| match error.constraint() {
        Some("bulk_pricing_rules_variant_missing") => {
            Failed::Refused(reasons::VariantNotFound.into())
        }
        _ => Failed::from(error),
    })?;
    Ok(())
}

async fn replace_styles<R: RefusesParts>(
    transaction: &Transaction<'_>,
    owner: Owner<'_>,
    styles: &[EditedStyle],
) -> Result<(), Failed<R>> {
    let Owner { site_id, product_id, .. } = owner;
    let list = include_str!("parts/list_styles.sql");
    let named = styles.iter().map(|style| (0, style.id)).collect();
    let ids = ids(transaction, owner, list, "product_styles", named).await?;
    let list = include_str!("parts/list_sides.sql");
    let sides: Vec<(i64, usize, &EditedSide)> = styles
        .iter()
        .zip(&ids)
        .flat_map(|(style, id)| {
            style.sides.iter().enumerate().map(|(place, side)| (*id, place, side))
        })
        .collect();
    let named = sides.iter().map(|(style_id, _, side)| (*style_id, side.id)).collect();
    let side_ids = self::ids(transaction, owner, list, "product_style_sides", named).await?;
    // Nothing refers to the rows themselves. Updates could not swap the slugs of two sides.
    let sql = include_str!("parts/delete_styles.sql");
    transaction.execute(sql, &[&site_id, &product_id]).await?;
    let rows = styles.iter().zip(&ids).enumerate().map(|(place, (style, id))| {
        json!({"id": id, "name": style.name, "active": style.active, "position": place})
    });
    let sql = include_str!("parts/insert_styles.sql");
    transaction.execute(sql, &[&site_id, &product_id, &array(rows)]).await?;
    let rows = sides.iter().zip(&side_ids).map(|((style_id, place, side), id)| {
        json!({
            "id": id,
            "style_id": style_id,
            "name": side.name,
            "slug": side.slug,
            "mockup_image": side.mockup_image,
            "print_area_x": side.print_area_x,
            "print_area_y": side.print_area_y,
            "print_area_width": side.print_area_width,
            "print_area_height": side.print_area_height,
            "position": place,
        })
    });
    let sql = include_str!("parts/insert_sides.sql");
    let inserted = transaction.execute(sql, &[&site_id, &array(rows)]).await;
    inserted.map_err(|error| match error.constraint() {
        Some("product_style_sides_slug_taken") => Failed::Refused(reasons::SideSlugTaken.into()),
        _ => Failed::from(error),
    })?;
    Ok(())
}

/// Returns the ids of new parts in their order: those that they name, and otherwise new ones of the table. A part may only
/// name one of the product's parts that `list` returns, with the same outer id.
async fn ids<R: RefusesParts>(
    transaction: &Transaction<'_>,
    owner: Owner<'_>,
    list: &str,
    table: &str,
    named: Vec<(i64, Option<i64>)>,
) -> Result<Vec<i64>, Failed<R>> {
    let known: Vec<PartId> = named
        .iter()
        .filter_map(|(outer_id, id)| Some(PartId { outer_id: *outer_id, id: (*id)? }))
        .collect();
    let wanted: BTreeSet<PartId> = known.iter().copied().collect();
    if wanted.len() < known.len() {
        return Err(Failed::Refused(reasons::PartGivenTwice.into()));
    }
    if !wanted.is_empty() {
        let stored: Vec<PartId> =
            transaction.rows(list, &[&owner.site_id, &owner.product_id]).await?;
        let stored: BTreeSet<PartId> = stored.into_iter().collect();
        if !wanted.is_subset(&stored) {
            return Err(Failed::Refused(reasons::PartNotFound.into()));
        }
    }
    let mut new = new_ids(transaction, table, named.len() - known.len()).await?.into_iter();
    Ok(named.into_iter().filter_map(|(_, id)| id.or_else(|| new.next())).collect())
}

async fn new_ids(
    transaction: &Transaction<'_>,
    table: &str,
    count: usize,
) -> Result<Vec<i64>, DbError> {
    if count == 0 {
        return Ok(Vec::new());
    }
    transaction.rows(include_str!("parts/new_ids.sql"), &[&table, &(count as i64)]).await
}

fn array(rows: impl Iterator<Item = Value>) -> Value {
    rows.collect()
}
