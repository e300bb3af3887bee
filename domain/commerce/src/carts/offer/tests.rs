use super::*;

#[test]
fn quantities_up_to_the_stock_and_999() {
    let limited = |stock| Offer { stock, ..Offer::default() };
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
