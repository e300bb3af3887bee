//! Races of reminders with payments and with other servers, and crashes.

use super::*;

/// Two servers run the job at the same time, as after a lease has expired.
#[tokio::test]
async fn two_servers__one_mail_and_one_event_for_each_cart() {
    const CARTS: u64 = 20;
    let server = served_with_reminders().await;
    let another = server.another().await;
    for number in 0..CARTS {
        let session = format!("session {number}");
        add_pouch(&server, &session, None).await;
        check_out(&server, &session, &format!("{number}@example.com"), None).await;
    }
    let_expire(&server).await;
    server.pass(2 * HOUR);
    let (db, other) = (server.db(), another.db());
    let outbox = Outbox::new(SECRET);
    let rounds = [&db, &other, &db, &other].map(|db| remind_abandoned(db, &outbox, server.now()));
    let reminded: u64 = join_all(rounds).await.into_iter().map(Result::unwrap).sum();
    assert_eq!(reminded, CARTS);
    assert_eq!(events(&server).await, CARTS as i64);
    assert_eq!(server.count("mails where kind = 'cart_reminder'").await, CARTS as i64);
}

/// Carts that were abandoned by guests whose payments arrive late, in the moment in which the reminders are due: no cart
/// that was paid gets a mail, whether the payment or the job comes first.
#[tokio::test]
async fn races__a_late_payment() {
    let Some(mail_server) = MailServer::start().await else { return };
    for round in 0..6 {
        let server = served_with_reminders().await;
        let mut orders = Vec::new();
        for number in 0..4 {
            let (session, email) = (format!("{number}"), format!("{number}@example.com"));
            add_pouch(&server, &session, None).await;
            orders.push(check_out(&server, &session, &email, None).await);
        }
        let_expire(&server).await;
        server.pass(2 * HOUR);
        let pay = || join_all(orders.iter().map(|order| pay_late(&server, order)));
        let reminded = match round {
            0 => {
                pay().await;
                remind(&server).await
            }
            1 => {
                let reminded = remind(&server).await;
                pay().await;
                reminded
            }
            _ => tokio::join!(pay(), remind(&server)).1,
        };
        match round {
            0 => assert_eq!(reminded, 0),
            1 => assert_eq!(reminded, 4),
            _ => assert!(reminded <= 4),
        }
        assert_eq!(events(&server).await, reminded as i64);
        let report = send(&server, &mail_server).await;
        assert_eq!(report.given_up as u64, reminded, "{report:?}");
    }
    assert_eq!(reminders(&mail_server).len(), 0);
}

/// The provider announces the payment of an order that has expired.
async fn pay_late(server: &Server, order: &Purchase) {
    let event = order.event(&format!("evt_{}", order.id), "succeeded", server.now().timestamp());
    assert_eq!(tell(server, &event).await.status(), 200);
    assert_eq!(order.status(server).await, "paid");
}

/// A customer checks out and pays in the moment in which the reminder is due.
#[tokio::test]
async fn races__a_checkout() {
    let Some(mail_server) = MailServer::start().await else { return };
    let mut outcomes = [0, 0];
    for round in 0..8 {
        let server = served_with_abandoned().await;
        let ready = Arc::new(tokio::sync::Barrier::new(2));
        let buy = async {
            ready.wait().await;
            check_out(&server, SESSION, EMAIL, None).await.pay(&server).await;
        };
        let reminding = async {
            ready.wait().await;
            // Let the checkout come further in each round.
            for _ in 0..round * 4 {
                tokio::task::yield_now().await;
            }
            remind(&server).await
        };
        let ((), reminded) = tokio::join!(buy, reminding);
        outcomes[reminded as usize] += 1;
        assert_eq!(events(&server).await, reminded as i64);
        let report = send(&server, &mail_server).await;
        assert_eq!(report.given_up as u64, reminded, "{report:?}");
    }
    assert_eq!(reminders(&mail_server).len(), 0, "{outcomes:?}");
}

/// The worker dies after the mail server has the mail: the second letter is the first one again, with the same links to
/// the cart.
#[tokio::test]
async fn sent_again_after_a_crash() {
    let Some((mail_server, server)) = abandoned().await else { return };
    remind(&server).await;
    assert_eq!(send(&server, &mail_server).await, sent(1));
    server.sql("update mails set sent_at = null, claimed_until = null").await;
    server.pass(10 * MINUTE);
    assert_eq!(send(&server, &mail_server).await, sent(1));
    let [first, second] = <[Taken; 2]>::try_from(mail_server.taken()).unwrap();
    assert_eq!(first.header("Message-ID"), second.header("Message-ID"));
    assert_eq!(recovery_link(&first), recovery_link(&second));
    assert_eq!(server.count("cart_recovery_tokens").await, 1);
    assert_eq!(server.get(&recovery_link(&first)).await.status(), 302);
    assert_eq!(server.get(&recovery_link(&second)).await.status(), 404);
    // Once the link was used, the cart is not abandoned, so another attempt makes no new link.
    server.sql("update mails set sent_at = null, claimed_until = null").await;
    server.pass(10 * MINUTE);
    assert_eq!(send(&server, &mail_server).await, given_up(1));
}
