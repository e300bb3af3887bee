//! The lookup of an order by a guest.

use super::purchases::*;
use crate::harness::*;

const ORDER: &str = "/api/storefront/1/orders/HG-7K2M9XQ4TB";

#[tokio::test]
async fn get_order() {
    let server = served().await;
    let order = Purchase::with_fixed_names(&server).await;
    server.get(ORDER).query("email", "mara@example.com").await.snapshot("get_order__200_pending");
    let sql = format!(
        "update orders set status = 'shipped', payment_status = 'paid', carrier = 'USPS',
           tracking_number = '9400111899223100012345', tracking_url = 'https://tracking.example/94',
           paid_at = '2026-06-01T12:01:00Z', shipped_at = '2026-06-02T15:00:00Z'
        where site_id = 1 and id = {0};
        insert into order_tracking_events (site_id, event_id, order_id, event_type, payload, processed_at)
        values (1, 'b', {0}, 'tracker.updated', '{{\"status\": \"in_transit\"}}', '2026-06-03T08:31:00Z'),
           (1, 'a', {0}, 'tracker.created', '{{\"status\": \"unknown\"}}', '2026-06-02T15:00:00Z')",
        order.id
    );
    server.sql(&sql).await;
    server.get(ORDER).query("email", "MARA@example.COM").await.snapshot("get_order__200_shipped");
}

#[tokio::test]
async fn get_order__in_any_case() {
    let server = served().await;
    let order = Purchase::with_fixed_names(&server).await;
    let sql =
        format!("update orders set customer_email = 'Jörg@Größe.example' where id = {}", order.id);
    server.sql(&sql).await;
    for (number, email) in [
        ("hg-7k2m9xq4tb", "jörg@größe.example"),
        ("HG-7K2M9XQ4TB", "JÖRG@GRÖßE.EXAMPLE"),
        ("Hg-7k2M9xQ4tB", " jÖrg@Größe.example "),
    ] {
        let found =
            server.get(&format!("/api/storefront/1/orders/{number}")).query("email", email).await;
        assert_eq!(found.status(), 200, "{number} {email}");
    }
}

#[tokio::test]
async fn get_order__refusals() {
    let server = served().await;
    Purchase::with_fixed_names(&server).await;
    let wrong = server.get(ORDER).query("email", "maria@example.com").await;
    let wrong = wrong.snapshot("get_order__404_other_email");
    let unknown = server
        .get("/api/storefront/1/orders/HG-0000000000")
        .query("email", "mara@example.com")
        .await;
    assert_eq!(unknown.json, wrong.json);
    for email in ["%", "mara@example.co_", "", "x"] {
        let refused = server.get(ORDER).query("email", email).await;
        assert!([400, 404].contains(&refused.status()), "{email}");
    }
    let elsewhere = server.get(&ORDER.replace("/1/", "/2/")).query("email", "mara@example.com");
    assert_eq!(elsewhere.await.status(), 404);
    server.get(ORDER).await.snapshot("get_order__400");
    server.get(ORDER).query("email", "\0").await.snapshot("get_order__400_nul");
}
