use super::*;

const PRODUCT_ID: i64 = 2;
const UUID: &str = "3f0f8f5e-52c3-4a53-9d56-8a4b0f1c7d21";

fn addition(quantity: i64, design_id: Option<&'static str>) -> Addition<'static> {
    Addition {
        site_id: 1,
        session_id: "a session",
        product_id: PRODUCT_ID,
        variant_id: None,
        design_id,
        quantity,
        customer_id: None,
        designer_session: None,
        currency: Currency::of("USD"),
        idempotency: None,
        may_begin: true,
        now: DateTime::UNIX_EPOCH,
    }
}

/// A cart with these lines, and a product of which 100 pieces are left.
fn state(lines: Vec<Line>) -> State {
    let offer = Offer { is_active: true, list_price: 1_400, stock: Some(100), ..Offer::default() };
    State { cart: None, has_begun_cart: false, offer, design: None, lines }
}

fn line(product_id: i64, design_id: Option<&str>, quantity: i64) -> Line {
    Line {
        id: product_id,
        product_id,
        variant_id: None,
        design_id: design_id.map(str::to_owned),
        quantity,
        list_price: 1_400,
        created_at: Timestamp(DateTime::UNIX_EPOCH),
    }
}

fn quantity(accepted: Result<Accepted<'_>, LineRefusal>) -> Result<i64, LineRefusal> {
    accepted.map(|accepted| accepted.quantity)
}

#[test]
fn pieces_are_added_to_the_same_line() {
    let state = state(vec![line(4, None, 7), line(2, Some(UUID), 8), line(2, None, 60)]);
    assert_eq!(quantity(accept(&addition(40, None), &state)), Ok(100));
    assert_eq!(quantity(accept(&addition(41, None), &state)), Err(LineRefusal::InsufficientStock));
}

#[test]
fn a_full_cart_takes_pieces_but_no_lines() {
    let mut lines = vec![line(4, None, 1); 199];
    lines.push(line(2, None, 1));
    assert_eq!(quantity(accept(&addition(1, None), &state(lines.clone()))), Ok(2));
    lines[199] = line(4, None, 1);
    let refused = quantity(accept(&addition(1, None), &state(lines)));
    assert_eq!(refused, Err(LineRefusal::CartIsFull));
}

#[test]
fn designs_that_may_be_added() {
    let open = Design {
        uuid: UUID.to_owned(),
        product_id: PRODUCT_ID,
        name: "Whales".to_owned(),
        revision: Some(1),
        is_draft: false,
        is_undrawn: false,
        is_open: true,
        is_owned: false,
    };
    let private = Design { is_open: false, ..open.clone() };
    let owned = Design { is_owned: true, ..private.clone() };
    let draft = Design { is_draft: true, ..open.clone() };
    let other = Design { product_id: 4, ..draft.clone() };
    for (design, expected) in [
        (None, Err(LineRefusal::DesignNotFound)),
        (Some(private), Err(LineRefusal::DesignNotFound)),
        (Some(other), Err(LineRefusal::DesignOfAnotherProduct)),
        (Some(draft), Err(LineRefusal::DesignIsNotFinalized)),
        (Some(open), Ok(3)),
        (Some(owned), Ok(3)),
    ] {
        let state = State { design, ..state(vec![line(2, Some(UUID), 8)]) };
        assert_eq!(quantity(accept(&addition(3, Some(UUID)), &state)), expected);
    }
}
