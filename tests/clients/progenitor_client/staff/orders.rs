//! Orders and stock with both clients.

use serde_json::{Value, json};
use stoa_progenitor_client::Error;

use super::super::{both, read};
use super::Office;
use crate::api::storefront::purchases::{Purchase, stored};
use crate::harness::Server;
use crate::harness::designs::Design;

pub async fn orders(office: &Office<'_>, server: &Server) {
    let order = Purchase::new(server, "a session").await;
    order.pay(server).await;
    let number = order.number.as_str();
    both!(office.list_orders(1, None, None, None, None, None, None, None, None) as (1)).unwrap();
    let (q, status) = (read("mara@example.com"), read("paid"));
    both!(office.list_orders(1, None, None, None, None, None, Some(&q), Some(status), None)
        as (1).status(read("paid")).q("mara@example.com"))
    .unwrap();
    both!(office.get_order(1, number)).unwrap();
    let note = json!({"body": "Gift wrapping, by phone."});
    both!(office.add_order_note(1, number, &read(&note))).unwrap();
    both!(office.process_order(1, number)).unwrap();
    let parcel = json!({"carrier": "USPS", "trackingNumber": "9400111899223100012345"});
    both!(office.ship_order(1, number, &read(&parcel))).unwrap();
    let amount = json!({"amount": 100});
    both!(office.refund_order(1, number, Some(&read("one")), &read(&amount))
        as (1, number, &read(&amount)).idempotency_key("one"))
    .unwrap();
    both!(office.deliver_order(1, number)).unwrap();
    both!(office.return_order(1, number)).unwrap();
    let refused = both!(office.cancel_order(1, number)).unwrap_err();
    assert_eq!(refused, "409: The order is returned");
    let refused = both!(office.get_order(1, "HG-0")).unwrap_err();
    assert_eq!(refused, "404: Order not found");
    print_file(office, server).await;
    stock(office).await;
}

/// Downloads the print file of another order, and cancels that order.
async fn print_file(office: &Office<'_>, server: &Server) {
    let design = Design::finalized(server, 1, 4).await;
    let line =
        json!({"sessionId": "another", "productId": 4, "quantity": 12, "designId": design.uuid});
    server.request("POST", "/api/storefront/1/cart").json(&line).await;
    let refill = "update discount_codes set used = 0;
        update gift_certificates set remaining_amount = initial_amount";
    server.sql(refill).await;
    let order = Purchase::check_out(server, "another").await;
    let number = order.number.as_str();
    let item = format!("select position from order_items where order_id = {}", order.id);
    let position = stored(server, &item).await["position"].as_i64().unwrap();
    // progenitor's client accepts only 2xx as a success and returns the redirect as an error.
    let theirs = async {
        match office.theirs.download_print_file(1, number, position, "front").await {
            Err(Error::UnexpectedResponse(answer)) => Ok((answer.status().as_u16(), Value::Null)),
            other => panic!("{:?}", other.map(drop)),
        }
    };
    let ours = async {
        let answer = office.ours.download_print_file(1, number, position, "front").await.unwrap();
        Ok((answer.status.as_u16(), Value::Null))
    };
    office.tape.compare("download_print_file", theirs, ours).await.unwrap();
    both!(office.cancel_order(1, number)).unwrap();
}

async fn stock(office: &Office<'_>) {
    both!(office.list_stock(1, None, None) as (1)).unwrap();
    both!(office.list_stock_adjustments(1, None, None) as (1)).unwrap();
    let adjustment = json!({"productId": 4, "delta": 2, "reason": "Counted again"});
    both!(office.adjust_stock(1, Some(&read("one")), &read(&adjustment))
        as (1, &read(&adjustment)).idempotency_key("one"))
    .unwrap();
}
