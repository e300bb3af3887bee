use super::*;

/// A product that is sold without variants.
fn pouch() -> Offer {
    Offer { is_active: true, list_price: 1_400, ..Offer::default() }
}

#[test]
fn what_is_sold() {
    let with_variants = Offer { has_active_variants: true, ..pouch() };
    let of_variant = |is_variant_active| Offer { is_variant_active, ..with_variants.clone() };
    let inactive = Offer { is_active: false, ..of_variant(Some(true)) };
    for (offer, variant_id, expected) in [
        (Offer::default(), None, Err(LineRefusal::ProductNotFound)),
        (inactive, Some(1), Err(LineRefusal::ProductNotFound)),
        (pouch(), None, Ok(())),
        (pouch(), Some(1), Err(LineRefusal::VariantNotFound)),
        (of_variant(None), None, Err(LineRefusal::VariantIdIsRequired)),
        (of_variant(None), Some(9), Err(LineRefusal::VariantNotFound)),
        (of_variant(Some(false)), Some(1), Err(LineRefusal::VariantNotFound)),
        (of_variant(Some(true)), Some(1), Ok(())),
    ] {
        assert_eq!(offer.check_sold(variant_id), expected, "{offer:?} {variant_id:?}");
    }
}

#[test]
fn quantities_up_to_the_stock_and_999() {
    let limited = |stock| Offer { stock, ..pouch() };
    for (stock, quantity, expected) in [
        (None, 999, Ok(())),
        (None, 1_000, Err(QuantityRefusal::LineQuantityTooLarge)),
        (Some(12), 12, Ok(())),
        (Some(12), 13, Err(QuantityRefusal::InsufficientStock)),
        (Some(0), 1, Err(QuantityRefusal::InsufficientStock)),
        (Some(12), 1_000, Err(QuantityRefusal::LineQuantityTooLarge)),
    ] {
        assert_eq!(limited(stock).check_quantity(quantity), expected, "{stock:?} {quantity}");
    }
}
