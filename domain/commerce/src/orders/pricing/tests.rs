//! Properties that hold for all amounts, and single boundary cases.

use proptest::prelude::*;

use stoa_stores::catalog::{BulkPrice, BulkRule, unit_price};
use stoa_values::Currency;
use stoa_values::money::{MAX_CENTS, times};

use super::*;

fn usd() -> Currency {
    Currency::of("USD")
}

fn rule(
    variant_id: Option<i64>,
    least: i64,
    most: Option<i64>,
    price: (BulkPrice, i64),
) -> BulkRule {
    let (price_type, amount) = price;
    BulkRule { variant_id, min_quantity: least, max_quantity: most, price_type, amount }
}

fn purchase(subtotal: i64) -> Purchase {
    Purchase {
        subtotal,
        discount: None,
        shipping: None,
        tax_rate: 0,
        taxes_shipping: false,
        gift_balance: 0,
        currency: usd(),
    }
}

/// Prices in dinars end in 0, and so do the amounts that are computed from them.
#[test]
fn amounts_that_can_be_charged() {
    let currency = Currency::of("KWD");
    let discount = Some(Discount { kind: DiscountKind::Percent, amount: 1_500 });
    let priced = Purchase { discount, tax_rate: 525, currency, ..purchase(12_350) };
    let totals = totals(&priced).unwrap();
    assert_eq!((totals.discount, totals.tax, totals.total), (1_850, 550, 11_050));
    let off = [rule(None, 1, None, (BulkPrice::PercentOff, 1_000))];
    let price =
        |list_price, currency| unit_price(list_price, &off, None, 1, Currency::of(currency));
    assert_eq!([price(12_350, "KWD"), price(12_350, "USD")], [Ok(11_120), Ok(11_115)]);
    assert_eq!(price(120_000, "ISK"), Ok(108_000));
}

fn kinds() -> impl Strategy<Value = DiscountKind> {
    prop_oneof![
        Just(DiscountKind::Percent),
        Just(DiscountKind::FixedAmount),
        Just(DiscountKind::FreeShipping)
    ]
}

fn numbers() -> BoxedStrategy<i64> {
    prop_oneof![
        any::<i64>(),
        -3..20_003_i64,
        0..=MAX_CENTS,
        (MAX_CENTS - 2)..=(MAX_CENTS + 2),
        prop_oneof![Just(i64::MIN), Just(i64::MAX)],
    ]
    .boxed()
}

/// Amounts that the database accepts: not negative, and at most [`MAX_CENTS`].
fn amounts() -> BoxedStrategy<i64> {
    prop_oneof![0..=20_000_i64, 0..=MAX_CENTS, (MAX_CENTS - 2)..=MAX_CENTS].boxed()
}

fn purchases(number: BoxedStrategy<i64>) -> impl Strategy<Value = Purchase> {
    let discount = prop::option::of(
        (kinds(), number.clone()).prop_map(|(kind, amount)| Discount { kind, amount }),
    );
    let shipping = prop::option::of(
        (number.clone(), prop::option::of(number.clone()))
            .prop_map(|(price, free_above)| Shipping { price, free_above }),
    );
    (number.clone(), discount, shipping, number.clone(), any::<bool>(), number).prop_map(
        |(subtotal, discount, shipping, tax_rate, taxes_shipping, gift_balance)| Purchase {
            subtotal,
            discount,
            shipping,
            tax_rate,
            taxes_shipping,
            gift_balance,
            currency: usd(),
        },
    )
}

fn rules(number: BoxedStrategy<i64>) -> impl Strategy<Value = Vec<BulkRule>> {
    let price = (prop_oneof![Just(BulkPrice::Fixed), Just(BulkPrice::PercentOff)], number);
    let quantity = 0..12_i64;
    let one = (prop::option::of(1..3_i64), quantity.clone(), prop::option::of(quantity), price);
    prop::collection::vec(
        one.prop_map(|(variant, least, most, price)| rule(variant, least, most, price)),
        0..6,
    )
}

proptest! {
    #[test]
    fn totals_add_up(purchase in purchases(amounts())) {
        let Ok(totals) = totals(&purchase) else { return Ok(()) };
        let Totals { subtotal, discount, shipping, tax, gift_certificate, total } = totals;
        prop_assert_eq!(total, subtotal - discount + shipping + tax - gift_certificate);
        for amount in [subtotal, discount, shipping, tax, gift_certificate, total] {
            prop_assert!((0..=MAX_CENTS).contains(&amount), "{:?}", totals);
        }
        prop_assert_eq!(subtotal, purchase.subtotal);
        prop_assert!(discount <= subtotal);
        let due = subtotal - discount + shipping + tax;
        prop_assert_eq!(gift_certificate, purchase.gift_balance.min(due));
        prop_assert!(shipping == 0 || purchase.shipping.is_some_and(|rate| rate.price == shipping));
    }

    /// Numbers that a schema would reject may cause an error, but must neither wrap nor panic.
    #[test]
    fn any_numbers(purchase in purchases(numbers()), rules in rules(numbers()), price in numbers(), quantity in numbers()) {
        if let Ok(totals) = totals(&purchase) {
            prop_assert!((0..=MAX_CENTS).contains(&totals.total));
        }
        if let Ok(price) = unit_price(price, &rules, Some(1), quantity, usd()) {
            prop_assert!((0..=MAX_CENTS).contains(&price));
        }
        match times(price, quantity) {
            Ok(total) => prop_assert_eq!(i128::from(total), i128::from(price) * i128::from(quantity)),
            Err(Overflow) => {
                let exact = i128::from(price) * i128::from(quantity);
                prop_assert!(exact < 0 || exact > i128::from(MAX_CENTS));
            }
        }
    }

    #[test]
    fn lines_sum_to_the_cent(lines in prop::collection::vec((0..=MAX_CENTS / 999 / 200, 1..=999_i64), 0..=200)) {
        let totals: Vec<_> = lines.iter().map(|(price, quantity)| times(*price, *quantity).unwrap()).collect();
        let exact: i128 = lines.iter().map(|(price, quantity)| i128::from(*price) * i128::from(*quantity)).sum();
        prop_assert_eq!(i128::from(sum(totals).unwrap()), exact);
    }

    /// Half a cent or more is rounded up. The test compares amounts multiplied by 20,000, so that it needs no rounding
    /// itself.
    #[test]
    fn shares_are_rounded_half_up(subtotal in amounts(), amount in 0..=ALL_BASIS_POINTS) {
        let off = discount(Discount { kind: DiscountKind::Percent, amount }, subtotal, usd()).unwrap();
        let twice = 2 * (i128::from(subtotal) * i128::from(amount) - i128::from(off) * i128::from(ALL_BASIS_POINTS));
        prop_assert!((-i128::from(ALL_BASIS_POINTS)..i128::from(ALL_BASIS_POINTS)).contains(&twice));
    }

    /// The order of the rules does not change the price, and a rule that does not fit has no effect.
    #[test]
    fn the_order_of_rules_is_irrelevant(rules in rules((0..=9_999_i64).boxed()), quantity in 1..12_i64, variant in prop::option::of(1..3_i64)) {
        let price = unit_price(5_000, &rules, variant, quantity, usd());
        let reversed: Vec<_> = rules.iter().rev().cloned().collect();
        prop_assert_eq!(price, unit_price(5_000, &reversed, variant, quantity, usd()));
        let fits = |rule: &BulkRule| {
            rule.variant_id.is_none_or(|id| Some(id) == variant)
                && (rule.min_quantity..=rule.max_quantity.unwrap_or(i64::MAX)).contains(&quantity)
        };
        if !rules.iter().any(fits) {
            prop_assert_eq!(price, Ok(5_000));
        }
    }
}

#[test]
fn bulk_rules() {
    let rules = [
        rule(None, 10, Some(49), (BulkPrice::PercentOff, 1_000)),
        rule(None, 50, None, (BulkPrice::PercentOff, 2_000)),
        rule(Some(2), 25, None, (BulkPrice::Fixed, 2_500)),
    ];
    let price =
        |variant_id, quantity| unit_price(3_600, &rules, variant_id, quantity, usd()).unwrap();
    for (variant_id, quantity, expected) in [
        (None, 9, 3_600),
        (None, 10, 3_240),
        (None, 49, 3_240),
        (None, 50, 2_880),
        (Some(1), 999, 2_880),
        (Some(2), 24, 3_240),
        // The variant's rule wins, even for 50 pieces, where the product's rule has the higher minimum.
        (Some(2), 25, 2_500),
        (Some(2), 50, 2_500),
    ] {
        assert_eq!(price(variant_id, quantity), expected, "{variant_id:?} {quantity}");
    }
}

#[test]
fn the_matching_rule_with_the_highest_minimum_applies() {
    let rules = [
        rule(None, 5, None, (BulkPrice::Fixed, 100)),
        rule(None, 10, None, (BulkPrice::Fixed, 900)),
        rule(None, 10, None, (BulkPrice::Fixed, 800)),
    ];
    assert_eq!(unit_price(1_000, &rules, None, 10, usd()), Ok(800));
}

#[test]
fn a_rule_cannot_make_a_price_negative() {
    let rules = [rule(None, 0, None, (BulkPrice::PercentOff, 10_001))];
    assert_eq!(unit_price(1_000, &rules, None, 1, usd()), Ok(0));
}

#[test]
fn half_a_cent_is_rounded_up() {
    let off = |amount, subtotal| {
        discount(Discount { kind: DiscountKind::Percent, amount }, subtotal, usd())
    };
    assert_eq!(off(1_000, 5), Ok(1));
    assert_eq!(off(1_000, 4), Ok(0));
    assert_eq!(off(1_000, 14), Ok(1));
    assert_eq!(off(1_000, 15), Ok(2));
    // A bulk rule rounds the reduced price, not the discount.
    let rules = [rule(None, 0, None, (BulkPrice::PercentOff, 1_000))];
    assert_eq!(unit_price(5, &rules, None, 1, usd()), Ok(5));
    assert_eq!(unit_price(15, &rules, None, 1, usd()), Ok(14));
}

#[test]
fn shipping_is_free_from_its_threshold_on() {
    let shipping = Some(Shipping { price: 600, free_above: Some(7_500) });
    // `free_above` is compared with the subtotal before the discount.
    let discount = Some(Discount { kind: DiscountKind::FixedAmount, amount: 500 });
    let paid =
        |subtotal| totals(&Purchase { shipping, discount, ..purchase(subtotal) }).unwrap().shipping;
    assert_eq!([paid(7_499), paid(7_500), paid(7_501)], [600, 0, 0]);
    let discount = Some(Discount { kind: DiscountKind::FreeShipping, amount: 0 });
    let free = totals(&Purchase { shipping, discount, ..purchase(100) }).unwrap();
    assert_eq!((free.discount, free.shipping, free.total), (0, 0, 100));
}

#[test]
fn tax_is_on_what_is_left_and_on_shipping_where_the_store_says_so() {
    let discount = Some(Discount { kind: DiscountKind::Percent, amount: 1_000 });
    let shipping = Some(Shipping { price: 600, free_above: None });
    let tax = |taxes_shipping| {
        let purchase =
            Purchase { discount, shipping, tax_rate: 725, taxes_shipping, ..purchase(8_200) };
        totals(&purchase).unwrap().tax
    };
    assert_eq!((tax(false), tax(true)), (535, 579));
}

#[test]
fn too_much_is_an_error() {
    assert_eq!(times(MAX_CENTS, 1), Ok(MAX_CENTS));
    assert_eq!(times(MAX_CENTS, 2), Err(Overflow));
    assert_eq!(times(i64::MAX, 999), Err(Overflow));
    assert_eq!(sum([MAX_CENTS, 0]), Ok(MAX_CENTS));
    assert_eq!(sum([MAX_CENTS, 1]), Err(Overflow));
    assert_eq!(totals(&Purchase { tax_rate: 1, ..purchase(MAX_CENTS) }), Err(Overflow));
    assert_eq!(totals(&purchase(MAX_CENTS)).unwrap().total, MAX_CENTS);
}
