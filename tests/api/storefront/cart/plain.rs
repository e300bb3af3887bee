//! Lines without a key are added by a statement of their own, together with others. Whatever happens, they are answered
//! and stored as those with a key, which the whole statement adds.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use super::races::{count, fifty};
use super::*;
use crate::api::storefront::customers::registered;

const CART_STORIES: u32 = 8;

/// What happens to a shop and to one visitor's cart at it.
#[derive(Clone, Debug)]
enum Step {
    Add {
        product: i64,
        variant: Option<i64>,
        quantity: i64,
        is_customer: bool,
    },
    /// To the line of this number, if there are so many.
    Set {
        line: usize,
        quantity: i64,
    },
    Clear,
    /// An order is pending, which holds what it has taken.
    CheckOut,
    Sell(&'static str),
    Pass(Duration),
}

/// Site 1's Harbor Tote is in stock by its variants and has rules, the print by itself, the pouches are not counted;
/// site 2's has a price too large for two.
const ELSEWHERE: [&str; 10] = [
    "update products set quantity = 3 where site_id = 1 and id = 3",
    "update products set quantity = null where site_id = 1 and id = 4",
    "update products set track_inventory = not track_inventory where site_id = 1 and id = 1",
    "update products set status = 'inactive' where site_id = 1 and id = 2",
    "update products set status = 'active', price = 9007199254740991 where site_id = 1 and id = 2",
    "update products set price = 7 where site_id = 1 and id = 2",
    "update product_variants set quantity = null where site_id = 1 and id = 2",
    "update product_variants set active = not active where site_id = 1 and id = 3",
    "update bulk_pricing_rules set min_quantity = 2 where site_id = 1 and product_id = 4",
    "update carts set revision = 199",
];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let product = prop_oneof![8 => 1..=6_i64, 1 => Just(8), 1 => Just(99)];
    let variant = prop_oneof![3 => Just(None), 5 => (1..=6_i64).prop_map(Some)];
    let quantity = || prop_oneof![6 => 1..=3_i64, 2 => 1..=60_i64, 1 => 400..=999_i64];
    let add = (product, variant, quantity(), prop::bool::weighted(0.2));
    let add = add.prop_map(|(product, variant, quantity, is_customer)| Step::Add {
        product,
        variant,
        quantity,
        is_customer,
    });
    let set = (0..4_usize, prop_oneof![1 => Just(0), 3 => quantity()]);
    let hours = prop_oneof![2 => Just(1), 1 => Just(100), 1 => Just(24 * 7)];
    let step = prop_oneof![
        12 => add,
        2 => set.prop_map(|(line, quantity)| Step::Set { line, quantity }),
        1 => Just(Step::Clear),
        1 => Just(Step::CheckOut),
        3 => prop::sample::select(&ELSEWHERE).prop_map(Step::Sell),
        1 => hours.prop_map(|hours| Step::Pass(Duration::from_secs(3_600 * hours))),
    ];
    prop::collection::vec(step, 1..40)
}

#[test]
fn plain_lines_are_as_any_others() {
    let config = Config {
        cases: CART_STORIES,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..Config::default()
    };
    let told = TestRunner::new(config).run(&steps(), |story| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(tell(&story)).map_err(TestCaseError::fail)
    });
    if let Err(error) = told {
        panic!("{error}");
    }
}

/// Tells the story to two shops, and to one of them with keys.
async fn tell(story: &[Step]) -> Result<(), String> {
    let shops = [served_without_limits().await, served_without_limits().await];
    shops[1].pass((shops[0].now() - shops[1].now()).to_std().unwrap_or_default());
    shops[0].pass((shops[1].now() - shops[0].now()).to_std().unwrap_or_default());
    let mut tokens = Vec::new();
    for shop in &shops {
        tokens.push(registered(shop, "mara@example.com").await);
    }
    for (number, step) in story.iter().enumerate() {
        let mut outcomes = Vec::new();
        for (shop, token) in shops.iter().zip(&tokens) {
            let key = (!outcomes.is_empty()).then(|| format!("step {number}"));
            outcomes.push(happens(shop, step, token, key).await);
            // So that no two lines are as old.
            shop.pass(Duration::from_secs(1));
        }
        if outcomes[0] != outcomes[1] {
            return Err(format!(
                "step {number}: {:#?}\nwith a key: {:#?}",
                outcomes[0], outcomes[1]
            ));
        }
    }
    Ok(())
}

/// What the visitor is told, and what is stored then.
async fn happens(
    shop: &Server,
    step: &Step,
    token: &str,
    key: Option<String>,
) -> (u16, Value, Vec<String>) {
    let answer = match step {
        Step::Add { product, variant, quantity, is_customer } => {
            let what = json!({"productId": product, "variantId": variant, "quantity": quantity});
            let mut request = add(shop, CART, SESSION, what);
            if *is_customer {
                request = request.bearer(token);
            }
            match &key {
                Some(key) => Some(request.header("idempotency-key", key).await),
                None => Some(request.await),
            }
        }
        Step::Set { line, quantity } => {
            let cart = get(shop, CART, SESSION).await;
            match cart.json["data"]["items"].get(line) {
                Some(item) => Some(put(shop, &item["id"], *quantity).await),
                None => None,
            }
        }
        Step::Clear => Some(clear(shop).await),
        Step::CheckOut => {
            let wish = json!({
                "sessionId": SESSION, "customerEmail": "mara@example.com", "customerName": "Mara Lindqvist",
            });
            Some(shop.request("POST", "/api/storefront/1/checkout").json(&wish).await)
        }
        Step::Sell(sql) => {
            shop.sql(sql).await;
            None
        }
        Step::Pass(time) => {
            shop.pass(*time);
            None
        }
    };
    let mut told = match (step, &answer) {
        // Its secrets are random.
        (Step::CheckOut, _) | (_, None) => Value::Null,
        (_, Some(answer)) => answer.json.clone(),
    };
    if let Some(line) = told["data"].as_object_mut() {
        line.retain(|name, _| !["id", "cartId"].contains(&name.as_str()));
    }
    (answer.map_or(0, |answer| answer.status()), told, stored(shop).await)
}

/// Carts and lines but for their ids.
async fn stored(shop: &Server) -> Vec<String> {
    let sql = "
        select row(
            cart.session_id, cart.customer_id, cart.revision, cart.expires_at, cart.created_at, cart.updated_at,
            array(
                select row(line.product_id, line.variant_id, line.quantity, line.created_at, line.updated_at)
                from cart_items line
                where line.site_id = cart.site_id
                and line.cart_id = cart.id
                order by line.created_at, line.product_id, line.variant_id
            )
        )::text
        from carts cart
        order by cart.site_id, cart.session_id";
    let rows = shop.client().await.query(sql, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn fifty_carts_are_begun_and_grow() {
    let server = served_without_limits().await;
    let another = server.another().await;
    for quantity in 1..=3 {
        let added = fifty([&server, &another], async |server, number| {
            let session = format!("{}", number % 25);
            add(server, CART, &session, json!({"productId": 1, "variantId": 1, "quantity": 2}))
                .await
        })
        .await;
        assert_eq!(count(&added, 200), 50);
        let stored = stored(&server).await;
        assert_eq!(stored.len(), 25);
        let line = format!("(1,1,{},", quantity * 4);
        assert!(stored.iter().all(|cart| cart.contains(&line)), "{stored:#?}");
    }
    // There are twelve, which all have in their carts.
    let more = fifty([&server, &another], async |server, number| {
        add(server, CART, &number.to_string(), json!({"productId": 1, "variantId": 1})).await
    })
    .await;
    assert_eq!((count(&more, 200), count(&more, 409)), (25, 25));
}

#[tokio::test]
async fn among_fifty_each_has_an_answer_of_its_own() {
    let server = served_without_limits().await;
    let another = server.another().await;
    let nobodys = "a\0b";
    let added = fifty([&server, &another], async |server, number| {
        let session = number.to_string();
        let (session, what) = match number % 5 {
            0 => (&*session, json!({"productId": 99})),
            1 => (&*session, json!({"productId": 1})),
            2 => (&*session, json!({"productId": 1, "variantId": 1, "quantity": 13})),
            3 => (nobodys, json!({"productId": 2})),
            _ => (&*session, json!({"productId": 2, "quantity": number})),
        };
        add(server, CART, session, what).await
    })
    .await;
    for (number, answer) in added.iter().enumerate() {
        let expected = [404, 400, 409, 400, 200][number % 5];
        assert_eq!(answer.status(), expected, "{number}: {}", answer.message());
        if expected == 200 {
            assert_eq!(answer.json["data"]["quantity"], number);
        }
    }
    assert_eq!(stored(&server).await.len(), 10);
}

#[tokio::test]
async fn a_cart_that_another_has_locked_holds_up_nobody_else() {
    let server = served().await;
    add_pouches(&server, 1).await;
    let other = server.client().await;
    other.batch_execute("begin; update carts set revision = revision + 1").await.unwrap();
    let waits = add_pouches(&server, 2);
    let other_carts = async {
        for session in ["one", "two", "three"] {
            let added = add(&server, CART, session, json!({"productId": 2})).await;
            assert_eq!(added.status(), 200);
        }
        other.batch_execute("commit").await.unwrap();
    };
    let (waited, ()) = tokio::join!(waits, other_carts);
    assert_eq!(waited.json["data"]["quantity"], 3);
}
