//! An apply that is interrupted, and one while customers check out.

use std::future::poll_fn;
use std::io::{self, Write};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::task::Poll;

use futures_util::future::join_all;
use serde_json::{Value, json};
use stoa::commands::keys;
use stoa_audit::Origin;
use stoa_stores::api_keys::NewKey;

use super::{PLAIN, apply, apply_at, database, exported, file, import, number, row, site_with};
use crate::api::storefront::purchases::fill;
use crate::harness::{checkout_body, served_without_limits};

/// Standard output that is closed after the first bytes.
#[derive(Clone, Default)]
struct Closed {
    has_written: Arc<AtomicBool>,
}

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        self.has_written.store(true, Relaxed);
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// 2,500 products, each with a variant of the same price, in three batches.
fn products(price: i64) -> Value {
    let product = |id: i64| {
        json!({"id": id, "slug": format!("p{id}"), "price": price, "name": "Ü".repeat(200),
            "variants": [{"id": id, "price": price}]})
    };
    json!((1..=2500).map(product).collect::<Vec<_>>())
}

#[tokio::test]
async fn an_interrupted_apply__continues() {
    let (mut db, database) = database().await;
    import(&mut db, site_with(json!({"store": {}, "products": products(1)}))).await.unwrap();
    let mut bundle = exported(&mut db).await;
    for product in bundle["products"].as_array_mut().unwrap() {
        product["price"] = json!(2);
        product["variants"][0]["price"] = json!(2);
    }
    // Two products of different batches swap their slugs, and a third one takes the slug of a later one.
    for (id, slug) in [(1, "p2400"), (2400, "p1"), (2, "p2300"), (2300, "free")] {
        row(&mut bundle, "products", id)["slug"] = json!(slug);
    }
    let bundle_file = file(bundle.to_string());
    let origin = Origin::of_command("stoa site apply");
    let path = bundle_file.path();
    let new = "select count(*) from products where site_id = 1 and price = 2";
    let halves = "select count(*)
        from products product
        join product_variants variant on variant.site_id = 1 and variant.product_id = product.id
        where product.site_id = 1
        and (variant.price <> product.price or product.price not in (1, 2))";
    let mut written = 0;
    // Each is interrupted some queries after its first transaction was committed.
    for mut polls in [1, 5, 10] {
        let mut client = database.client().await;
        let out = Closed::default();
        let mut to = out.clone();
        {
            let whole =
                stoa_site_bundle::apply(&mut client, path, PLAIN, &origin, &mut to, |_, _| {});
            let mut whole = pin!(whole);
            poll_fn(|context| {
                if out.has_written.load(Relaxed) {
                    polls -= 1;
                }
                if polls == 0 { Poll::Ready(()) } else { whole.as_mut().poll(context).map(drop) }
            })
            .await;
        }
        drop(client);
        assert_eq!(number(&db, halves).await, 0);
        let before = written;
        written = number(&db, new).await;
        assert!(before < written && written < 2500, "{before} {written}");
    }
    let mut out = Closed::default();
    stoa_site_bundle::apply(&mut db, path, PLAIN, &origin, &mut out, |_, _| {}).await.unwrap();
    assert_eq!(number(&db, new).await, 2500);
    assert_eq!(number(&db, halves).await, 0);
    let slugs =
        "select string_agg(slug, ' ' order by id) from products where id in (1, 2, 2300, 2400)";
    let slugs: String = db.query_one(slugs, &[]).await.unwrap().get(0);
    assert_eq!(slugs, "p2400 p2300 free p1");
    let again = apply(&mut db, &bundle, PLAIN).await;
    assert!(again.starts_with("site 1: 0 changed, 0 added, 0 pruned, 2503 unchanged"), "{again}");
    assert_eq!(number(&db, "select count(*) from audit_entries").await, 2500);
}

/// Prices change to and fro while 40 customers buy mugs with a code and a certificate.
#[tokio::test]
async fn checkouts_meanwhile() {
    const CUSTOMERS: i64 = 40;
    let server = served_without_limits().await;
    server.sql("update gift_certificates set initial_amount = 500000, remaining_amount = 500000 where code = 'GIFT-7QHX-9KDM-2VWT'").await;
    server.sql("update gift_certificate_movements movement set amount = 500000 from gift_certificates certificate where certificate.site_id = movement.site_id and certificate.id = movement.certificate_id and certificate.code = 'GIFT-7QHX-9KDM-2VWT'").await;
    let bundle = exported(&mut server.client().await).await;
    let sessions: Vec<String> = (0..CUSTOMERS).map(|number| format!("session {number}")).collect();
    join_all(sessions.iter().map(|session| fill(&server, session, &[(4, 0, 1)]))).await;
    let buying = join_all(sessions.iter().map(async |session| {
        let body = checkout_body(
            session,
            json!({
                "customerEmail": "mara@example.com",
                "shippingAddress": {"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"},
                "shippingRateId": 1,
                "discountCode": "WELCOME10",
                "giftCertificateCode": "GIFT-7QHX-9KDM-2VWT",
            }),
        );
        server.post("/api/storefront/1/checkout", &body).await.status()
    }));
    let applying = async {
        for price in [1800, 1810, 1820, 1830, 1840, 1850] {
            let mut bundle = bundle.clone();
            for product in bundle["products"].as_array_mut().unwrap() {
                product["description"] = json!(format!("Costs {price}"));
                product["quantity"] = json!(1);
            }
            row(&mut bundle, "products", 4)["price"] = json!(price);
            bundle["discountCodes"][0]["description"] = json!(format!("At {price}"));
            bundle["giftCertificates"][0]["expiresAt"] =
                json!(format!("2099-01-01T00:00:00.{}Z", price % 1000));
            bundle["store"]["orderPrefix"] = json!(format!("N{price}-"));
            let file = super::ApplyOptions { prefer: Some(super::Prefer::File), ..PLAIN };
            apply_at(&server, &bundle, file).await;
        }
    };
    let new = NewKey { name: "new".into(), ..NewKey::default() };
    let pool = server.db();
    let (placed, (), key) = tokio::join!(buying, applying, keys::create(&pool, 1, new));
    let key = key.unwrap();
    assert_eq!(server.get("/api/v1/sites/1/tags").key(&key.secret).await.status(), 200);
    assert!(placed.iter().all(|status| *status == 200), "{placed:?}");
    let mugs = "select quantity from products where site_id = 1 and id = 4";
    assert_eq!(server.number(mugs).await, 100 - CUSTOMERS);
    let used = "select used from discount_codes where site_id = 1 and code = 'WELCOME10'";
    assert_eq!(server.number(used).await, CUSTOMERS);
    let off = "select (certificate.remaining_amount - sum(movement.amount))::bigint
        from gift_certificates certificate
        join gift_certificate_movements movement on movement.site_id = 1 and movement.certificate_id = certificate.id
        where certificate.site_id = 1 and certificate.code = 'GIFT-7QHX-9KDM-2VWT'
        group by certificate.remaining_amount";
    assert_eq!(server.number(off).await, 0);
    let price = "select price from products where site_id = 1 and id = 4";
    assert_eq!(server.number(price).await, 1850);
}
