//! The prices in a bundle that purchasers are charged.

use serde_json::Value;

/// Returns the prices of an item that some currencies cannot charge, because they are no multiples of 100, each with its
/// pointer below the item.
pub fn of(section: &str, item: &Value) -> Vec<(String, i64)> {
    let mut found = Vec::new();
    let mut add = |pointer: String, price: &Value| {
        if let Some(amount) = price.as_i64().filter(|amount| amount % 100 != 0) {
            found.push((pointer, amount));
        }
    };
    match section {
        "products" => {
            add("/price".into(), &item["price"]);
            for (index, variant) in list(&item["variants"]) {
                add(format!("/variants/{index}/price"), &variant["price"]);
            }
            for (index, rule) in list(&item["bulkPricing"]) {
                if rule["priceType"] == "fixed" {
                    add(format!("/bulkPricing/{index}/amount"), &rule["amount"]);
                }
            }
        }
        "discountCodes" if item["discountType"] == "fixed_amount" => {
            add("/amount".into(), &item["amount"]);
        }
        "giftCertificates" => {
            add("/initialAmount".into(), &item["initialAmount"]);
            add("/remainingAmount".into(), &item["remainingAmount"]);
        }
        "shippingZones" => {
            for (index, rate) in list(&item["rates"]) {
                add(format!("/rates/{index}/price"), &rate["price"]);
            }
        }
        _ => {}
    }
    found
}

fn list(value: &Value) -> impl Iterator<Item = (usize, &Value)> {
    value.as_array().into_iter().flatten().enumerate()
}
