use stoa_stores::catalog::{BulkPrice, BulkRule};
use stoa_values::money::MAX_CENTS;

use super::*;

fn line(list_price: i64, quantity: i64) -> Line {
    Line {
        id: 1,
        product_id: 2,
        variant_id: None,
        design_id: None,
        quantity,
        list_price,
        created_at: Timestamp(DateTime::UNIX_EPOCH),
    }
}

fn price(offer: &Offer, quantity: i64, others: &[Line]) -> Result<LinePrice, QuantityRefusal> {
    price_line(offer, None, quantity, others.iter(), Currency::of("USD"))
}

#[test]
fn a_cart_has_room_for_200_lines() {
    assert_eq!(check_room(&vec![line(1, 1); 199]), Ok(()));
    assert_eq!(check_room(&vec![line(1, 1); 200]), Err(LineRefusal::CartIsFull));
}

#[test]
fn prices_follow_the_bulk_rules() {
    let rule = BulkRule {
        variant_id: None,
        min_quantity: 10,
        max_quantity: None,
        price_type: BulkPrice::Fixed,
        amount: 600,
    };
    let offer = Offer { list_price: 800, bulk_rules: vec![rule], ..Offer::default() };
    for (quantity, unit_price) in [(1, 800), (9, 800), (10, 600)] {
        let line_total = unit_price * quantity;
        assert_eq!(price(&offer, quantity, &[]), Ok(LinePrice { unit_price, line_total }));
    }
}

#[test]
fn a_cart_costs_at_most_the_largest_amount() {
    let offer = Offer { list_price: 1, ..Offer::default() };
    let most = LinePrice { unit_price: 1, line_total: 1 };
    assert_eq!(price(&offer, 1, &[line(MAX_CENTS - 1, 1)]), Ok(most));
    for others in [vec![line(MAX_CENTS, 1)], vec![line(MAX_CENTS, 999); 200]] {
        assert_eq!(price(&offer, 1, &others), Err(QuantityRefusal::TotalTooLarge));
    }
    let dear = Offer { list_price: MAX_CENTS, ..Offer::default() };
    assert_eq!(price(&dear, 2, &[]), Err(QuantityRefusal::TotalTooLarge));
}
