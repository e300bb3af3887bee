//! The audit at the end: looks up all acknowledged data directly in the database, and replays checkouts through the
//! server.

use std::collections::{BTreeMap, BTreeSet};

use hyper::Method;
use tokio_postgres::Client;

use super::context::Context;
use super::http::Caller;
use super::ledger::Answered;
use super::site;

pub struct Audit {
    pub orders: usize,
    pub replays: usize,
    pub messages: usize,
    pub events: usize,
    /// Acknowledged data that is missing.
    pub lost: Vec<String>,
    /// Data that exists twice, or sums that are wrong.
    pub doubled: Vec<String>,
}

/// Limit of replays: more would take longer than the siege.
const MOST_REPLAYS: usize = 1_000;

pub async fn audit(context: &Context) -> anyhow::Result<Audit> {
    let client = stoa::database::connect(&context.server.database()?).await?;
    let (mut orders, messages, events) = {
        let pages = context.ledger.pages();
        let answered = pages.messages.values().flatten().filter(|message| message.is_answered);
        (pages.orders.clone(), answered.count(), pages.events.values().map(Vec::len).sum())
    };
    let (lost, doubled) = (Vec::new(), Vec::new());
    let mut audit = Audit { orders: orders.len(), replays: 0, messages, events, lost, doubled };
    audit.orders(&client, &orders).await?;
    audit.stock(&client).await?;
    audit.certificates(&client).await?;
    audit.codes(&client).await?;
    audit.lies(&client).await?;
    audit.chat(&client, context).await?;
    orders.truncate(MOST_REPLAYS);
    audit.replays(context, &orders).await;
    Ok(audit)
}

impl Audit {
    async fn orders(&mut self, client: &Client, orders: &[Answered]) -> anyhow::Result<()> {
        let stored = "select id, number, total, status, payment_status in ('paid', 'partially_refunded', 'refunded'),
                (select count(*) from order_status_changes where site_id = 1 and order_id = o.id and to_status = 'paid')
            from orders o where site_id = 1";
        let rows = client.query(stored, &[]).await?;
        let stored: BTreeMap<i64, _> = rows.iter().map(|row| (row.get::<_, i64>(0), row)).collect();
        for order in orders {
            let (data, key) = (&order.data, &order.key);
            let Some(row) = stored.get(&data["orderId"].as_i64().unwrap_or_default()) else {
                self.lost.push(format!("order of {key}: {data}"));
                continue;
            };
            if data["orderNumber"] != row.get::<_, String>(1)
                || data["total"] != row.get::<_, i64>(2)
            {
                self.lost.push(format!("order of {key} is another: {data}"));
            }
            if order.is_paid && !row.get::<_, bool>(4) {
                self.lost
                    .push(format!("payment of {key}: the order is {}", row.get::<_, String>(3)));
            }
            if row.get::<_, i64>(5) > 1 {
                self.doubled.push(format!("order of {key} became paid twice"));
            }
        }
        let twice = "select customer_email, count(*) from orders
            where site_id = 1 and customer_email like 'visit-%' group by customer_email having count(*) > 1";
        for row in client.query(twice, &[]).await? {
            let (email, count): (String, i64) = (row.get(0), row.get(1));
            self.doubled.push(format!("{count} orders of {email}, who checked out once"));
        }
        Ok(())
    }

    async fn stock(&mut self, client: &Client) -> anyhow::Result<()> {
        let sold = "select p.id, p.quantity, coalesce((select sum(item.quantity) from order_items item
                join orders o on o.site_id = 1 and o.id = item.order_id and o.holds
                where item.site_id = 1 and item.product_id = p.id and item.stock_of is not null), 0)::bigint
            from products p where p.site_id = 1 and p.quantity is not null";
        for row in client.query(sold, &[]).await? {
            let (id, left, held): (i64, i64, i64) = (row.get(0), row.get(1), row.get(2));
            let began =
                if id == site::SCARCE_PRODUCT { site::SCARCE_STOCK } else { site::SIEGE_STOCK };
            if left + held != began {
                self.doubled.push(format!("product {id}: {left} left and {held} held of {began}"));
            }
        }
        Ok(())
    }

    async fn certificates(&mut self, client: &Client) -> anyhow::Result<()> {
        let balances = "select code, remaining_amount, coalesce((select sum(o.gift_certificate_total)
                from orders o where o.site_id = 1 and o.holds and o.gift_certificate_code = gift.code), 0)::bigint,
                (select sum(amount) from gift_certificate_movements where site_id = 1 and certificate_id = gift.id)::bigint
            from gift_certificates gift where site_id = 1";
        for row in client.query(balances, &[]).await? {
            let (code, left, held, moved): (String, i64, i64, i64) =
                (row.get(0), row.get(1), row.get(2), row.get(3));
            if left + held != site::CERTIFICATE_AMOUNT || left != moved {
                self.doubled
                    .push(format!("{code}: {left} left, {held} held, {moved} by its movements"));
            }
        }
        Ok(())
    }

    async fn codes(&mut self, client: &Client) -> anyhow::Result<()> {
        let uses = "select code, used, (select count(*) from orders o
                where o.site_id = 1 and o.holds and o.discount_code = c.code)
            from discount_codes c where site_id = 1";
        for row in client.query(uses, &[]).await? {
            let (code, used, held): (String, i64, i64) = (row.get(0), row.get(1), row.get(2));
            if used != held {
                self.doubled.push(format!("{code}: used {used} times by {held} orders"));
            }
        }
        Ok(())
    }

    /// Finds paid orders of site 2. There must be none, because the provider of site 2 never took money.
    async fn lies(&mut self, client: &Client) -> anyhow::Result<()> {
        let believed = "select count(*) from orders where site_id = 2 and (paid_at is not null or status = 'paid')";
        let believed: i64 = client.query_one(believed, &[]).await?.get(0);
        if believed > 0 {
            self.doubled.push(format!("{believed} orders of site 2 are paid, and nobody has paid"));
        }
        Ok(())
    }

    /// Checks that each acknowledged message is in its conversation once and in order, and that the stream delivered
    /// each event once.
    async fn chat(&mut self, client: &Client, context: &Context) -> anyhow::Result<()> {
        let history = "select number, body from chat_events
            where site_id = 1 and conversation_id = $1 and body is not null order by number";
        let conversations: Vec<i64> = context.ledger.pages().messages.keys().copied().collect();
        for conversation in conversations {
            let rows = client.query(history, &[&conversation]).await?;
            let pages = context.ledger.pages();
            let sent = pages.messages.get(&conversation).map_or(&[][..], Vec::as_slice);
            let mut places = Vec::new();
            for message in sent {
                let at = rows
                    .iter()
                    .enumerate()
                    .filter(|(_, row)| row.get::<_, &str>(1) == message.text);
                let at: Vec<usize> = at.map(|(place, _)| place).collect();
                match at[..] {
                    [] if message.is_answered => self.lost.push(format!("chat: {}", message.text)),
                    [] => {}
                    [place] => places.push(place),
                    _ => self.doubled.push(format!("chat: {}", message.text)),
                }
            }
            if !places.is_sorted() {
                self.doubled.push(format!("conversation {conversation} is out of order"));
            }
            let stored: BTreeSet<i64> = rows.iter().map(|row| row.get(0)).collect();
            let came = pages.events.get(&conversation).map_or(&[][..], Vec::as_slice);
            if !came.is_sorted_by(|one, next| one < next) {
                self.doubled.push(format!("the stream of conversation {conversation} went back"));
            }
            let missed = stored.iter().filter(|number| !came.contains(number)).count();
            if missed > 0 {
                self.lost.push(format!(
                    "{missed} events never came on the stream of conversation {conversation}"
                ));
            }
        }
        Ok(())
    }

    /// Checks that each `Idempotency-Key` returns its first response again.
    async fn replays(&mut self, context: &Context, orders: &[Answered]) {
        for order in orders {
            let mut caller = Caller::new(context.server.address, order.client.clone());
            let headers = [("idempotency-key", order.key.as_str())];
            let target = "/api/storefront/1/checkout";
            match caller.send(Method::POST, target, &headers, &order.body).await {
                Ok(answer)
                    if answer.status == 200 && answer.is_replay && answer.data() == order.data =>
                {
                    self.replays += 1;
                }
                Ok(answer) => self.doubled.push(format!(
                    "the replay of {}: {} {}",
                    order.key,
                    answer.status,
                    String::from_utf8_lossy(&answer.body)
                )),
                Err(error) => self.lost.push(format!("the replay of {}: {error:#}", order.key)),
            }
        }
    }
}
