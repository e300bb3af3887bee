//! The stored state of stock, codes, certificates, orders and payments, and the invariants that always hold.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use stoa_commerce::orders::may_become;
use tokio_postgres::Client;

use super::steps::{Code, Product};

#[derive(Debug, Deserialize)]
pub struct Books {
    totes: i64,
    aprons: i64,
    mugs: i64,
    /// How often orders use the single-use code.
    once: i64,
    /// How often orders use the unlimited code.
    welcome: i64,
    pub gift: i64,
    /// The sum of the certificate's movements.
    gift_moved: i64,
    /// Pieces by session and product.
    pub carts: BTreeMap<String, BTreeMap<i64, i64>>,
    /// Oldest first.
    pub orders: Vec<Order>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Order {
    pub id: i64,
    pub number: String,
    pub status: String,
    pub payment_status: String,
    pub cart_id: i64,
    /// Whether the order's lines have left the cart, because its payment is being processed.
    pub has_left_cart: bool,
    holds: bool,
    pub total: i64,
    pub refunded_total: i64,
    gift_refunded_total: i64,
    discount_code: Option<String>,
    pub gift_total: i64,
    /// The order's share of the certificate, by its movements.
    pub gift_held: i64,
    pub intent: Option<String>,
    /// Time after which another checkout replaces the order, in seconds since 1970.
    pub expires: i64,
    totes: i64,
    aprons: i64,
    mugs: i64,
    pouches: i64,
    /// Status changes, from and to.
    pub history: Vec<(Option<String>, String)>,
    /// Requested refunds: the amount in cents, or `None` for everything that is left, and whether the refund is done.
    pub refunds: Vec<(Option<i64>, bool)>,
    /// The provider's status of the intent.
    pub provider_status: Option<String>,
    pub provider_refunded: i64,
    /// The sum of the provider's individual refunds.
    provider_refunds: i64,
}

/// Initial stock.
const TOTES: i64 = 12;
const APRONS: i64 = 1;
const MUGS: i64 = 8;
const GIFT: i64 = 5_000;

/// Reduces the demo's stock, so that carts compete for it.
pub const OPENING: &str = "update product_variants set quantity = 12 where site_id = 1 and id = 1;
    update products set quantity = 1 where site_id = 1 and id = 3;
    update products set quantity = 8 where site_id = 1 and id = 4";

const READ: &str = "select json_build_object(
    'totes', (select quantity from product_variants where site_id = 1 and id = 1),
    'aprons', (select quantity from products where site_id = 1 and id = 3),
    'mugs', (select quantity from products where site_id = 1 and id = 4),
    'once', (select used from discount_codes where site_id = 1 and code = 'ONCE'),
    'welcome', (select used from discount_codes where site_id = 1 and code = 'WELCOME10'),
    'gift', gift.remaining_amount,
    'gift_moved', (select sum(amount) from gift_certificate_movements where site_id = 1 and certificate_id = gift.id),
    'carts', (select coalesce(json_object_agg(cart.session_id, (select coalesce(json_object_agg(product_id, quantity), '{}')
        from cart_items where site_id = 1 and cart_id = cart.id)), '{}') from carts cart where cart.site_id = 1),
    'orders', (select coalesce(json_agg(json_build_object(
        'id', o.id,
        'number', o.number,
        'status', o.status,
        'payment_status', o.payment_status,
        'cart_id', o.cart_id,
        'has_left_cart', o.has_left_cart,
        'holds', o.holds,
        'total', o.total,
        'refunded_total', o.refunded_total,
        'gift_refunded_total', o.gift_refunded_total,
        'discount_code', o.discount_code,
        'gift_total', o.gift_certificate_total,
        'gift_held', (select coalesce(-sum(amount), 0) from gift_certificate_movements
            where site_id = 1 and order_id = o.id),
        'intent', o.payment_intent_id,
        'expires', extract(epoch from o.expires_at)::bigint,
        'totes', pieces.totes,
        'aprons', pieces.aprons,
        'mugs', pieces.mugs,
        'pouches', pieces.pouches,
        'history', (select json_agg(json_build_array(from_status, to_status) order by id)
            from order_status_changes where site_id = 1 and order_id = o.id),
        'refunds', (select coalesce(json_agg(json_build_array(amount, done_at is not null) order by id), '[]')
            from order_refunds where site_id = 1 and order_id = o.id),
        'provider_status', intent.status,
        'provider_refunded', coalesce(intent.amount_refunded, 0),
        'provider_refunds', (select coalesce(sum(amount), 0) from test_refunds
            where site_id = 1 and intent_id = o.payment_intent_id)
    ) order by o.id), '[]')
    from orders o
    left join test_payment_intents intent on intent.site_id = 1 and intent.id = o.payment_intent_id
    cross join lateral (
        select coalesce(sum(quantity) filter (where product_id = 1), 0) as totes,
            coalesce(sum(quantity) filter (where product_id = 3), 0) as aprons,
            coalesce(sum(quantity) filter (where product_id = 4), 0) as mugs,
            coalesce(sum(quantity) filter (where product_id = 2), 0) as pouches
        from order_items where site_id = 1 and order_id = o.id
    ) pieces
    where o.site_id = 1)
) from gift_certificates gift where gift.site_id = 1 and gift.code = 'GIFT-7QHX-9KDM-2VWT'";

impl Books {
    pub async fn read(client: &Client) -> Result<Self> {
        let row = client.query_one(READ, &[]).await?;
        serde_json::from_value(row.get(0)).context("the books cannot be read")
    }

    /// Pieces that no order holds; `None` if the stock is not tracked.
    pub fn free(&self, product: Product) -> Option<i64> {
        match product {
            Product::Tote => Some(self.totes),
            Product::Apron => Some(self.aprons),
            Product::Mug => Some(self.mugs),
            Product::Pouch => None,
        }
    }

    pub fn is_used_up(&self, code: Code) -> bool {
        code == Code::Once && self.once > 0
    }

    /// Checks the invariants that hold at any time.
    pub fn add_up(&self) -> Result<()> {
        let holding = || self.orders.iter().filter(|order| order.holds);
        let held = |pieces: fn(&Order) -> i64| holding().map(pieces).sum::<i64>();
        ensure!(self.totes + held(|order| order.totes) == TOTES, "totes do not add up");
        ensure!(self.aprons + held(|order| order.aprons) == APRONS, "aprons do not add up");
        ensure!(self.mugs + held(|order| order.mugs) == MUGS, "mugs do not add up");
        let uses =
            |code| holding().filter(move |order| order.discount_code.as_deref() == Some(code));
        ensure!(self.once == uses("ONCE").count() as i64 && self.once <= 1, "uses of ONCE");
        ensure!(self.welcome == uses("WELCOME10").count() as i64, "uses of WELCOME10");
        let gift_held: i64 = self.orders.iter().map(|order| order.gift_held).sum();
        ensure!(
            self.gift == self.gift_moved,
            "the certificate's movements do not tell its balance"
        );
        ensure!(self.gift + gift_held == GIFT, "the certificate does not add up");
        for order in &self.orders {
            order.adds_up().with_context(|| format!("{order:#?}"))?;
        }
        let is_open = |order: &&Order| order.status == "pending" && !order.has_left_cart;
        for order in self.orders.iter().filter(is_open) {
            let of_cart = |other: &&Order| other.cart_id == order.cart_id;
            ensure!(
                self.orders.iter().filter(is_open).filter(of_cart).count() == 1,
                "two pending orders of a cart"
            );
        }
        Ok(())
    }
}

impl Order {
    pub fn pieces(&self, product: Product) -> i64 {
        match product {
            Product::Tote => self.totes,
            Product::Apron => self.aprons,
            Product::Mug => self.mugs,
            Product::Pouch => self.pouches,
        }
    }

    /// Whether the order was ever paid, even if refunded since.
    pub fn is_paid(&self) -> bool {
        !["unpaid", "processing", "failed"].contains(&self.payment_status.as_str())
    }

    pub fn has_been(&self, status: &str) -> bool {
        self.history.iter().any(|(_, to)| to == status)
    }

    pub fn has_code(&self, code: Code) -> bool {
        self.discount_code.as_deref() == Some(code.as_str())
    }

    /// Cents that can still be refunded.
    pub fn left_to_refund(&self) -> i64 {
        let mut open = self.refunds.iter().filter(|(_, is_done)| !is_done);
        let asked = open.try_fold(0, |sum, (amount, _)| Some(sum + (*amount)?));
        let of_card = |asked: i64| (self.total - self.refunded_total - asked).max(0);
        asked.map_or(0, |asked| of_card(asked) + self.gift_held)
    }

    fn adds_up(&self) -> Result<()> {
        self.has_followed_the_graph()?;
        let was_sent = self.has_been("shipped");
        let holds = match self.status.as_str() {
            "cancelled" | "expired" => false,
            // Shipped goods do not return to the stock automatically.
            "refunded" => was_sent,
            _ => true,
        };
        ensure!(self.holds == holds, "it holds what it should not, or the other way around");
        let gift_held = if holds { self.gift_total - self.gift_refunded_total } else { 0 };
        ensure!(self.gift_held == gift_held, "its part of the certificate");
        self.is_paid_once()?;
        self.is_refunded_once()
    }

    fn has_followed_the_graph(&self) -> Result<()> {
        let mut at: Option<&String> = None;
        for (from, to) in &self.history {
            ensure!(from.as_ref() == at, "the history has a gap");
            if let Some(from) = from {
                let may = may_become(&from.parse()?, &to.parse()?);
                ensure!(may, "{from} became {to}");
            }
            at = Some(to);
        }
        ensure!(at == Some(&self.status), "the history ends elsewhere");
        Ok(())
    }

    fn is_paid_once(&self) -> Result<()> {
        let times = self.history.iter().filter(|(_, to)| to == "paid").count();
        ensure!(times <= 1, "it became paid {times} times");
        let has_succeeded = self.provider_status.as_deref() == Some("succeeded");
        let is_free = self.total == 0;
        ensure!(!self.is_paid() || has_succeeded || is_free, "paid, and the provider has no money");
        ensure!(!self.has_been("paid") || self.is_paid(), "it was paid, and is not any more");
        ensure!(self.intent.is_none() || !is_free, "an order of nothing has an intent");
        Ok(())
    }

    fn is_refunded_once(&self) -> Result<()> {
        ensure!(self.provider_refunded == self.provider_refunds, "the provider's refunds");
        ensure!(self.provider_refunded <= self.total, "more went back than has come");
        ensure!(self.refunded_total <= self.provider_refunded, "it says refunded what was not");
        let asked = self.refunds.iter().map(|(amount, _)| amount.unwrap_or(self.total));
        ensure!(self.provider_refunded <= asked.sum::<i64>(), "more went back than was asked");
        let is_all_back = self.refunded_total == self.total && self.gift_held == 0;
        let expected = match self.refunded_total + self.gift_refunded_total {
            0 => self.payment_status != "refunded" && self.payment_status != "partially_refunded",
            _ if !is_all_back => self.payment_status == "partially_refunded",
            _ => self.payment_status == "refunded",
        };
        ensure!(expected, "its payment status does not tell what was refunded");
        Ok(())
    }

    /// Checks the final state: the order is not pending, all refunds are done, and the payment of an ended order is
    /// refunded.
    pub fn is_settled(&self) -> Result<()> {
        let is_over = ["cancelled", "expired", "refunded"].contains(&self.status.as_str());
        ensure!(self.status != "pending", "it is pending for ever");
        ensure!(self.refunds.iter().all(|(_, is_done)| *is_done), "a refund is open for ever");
        ensure!(self.refunded_total == self.provider_refunded, "a refund was never noted");
        match self.provider_status.as_deref() {
            Some("succeeded") => {
                ensure!(self.is_paid(), "a payment was never noted");
                let is_back = self.provider_refunded == self.total;
                ensure!(!is_over || is_back, "somebody has paid for nothing");
            }
            Some("canceled") => ensure!(is_over && !self.is_paid(), "it waits for a dead payment"),
            _ if self.total == 0 => ensure!(self.intent.is_none(), "it has something to pay"),
            other => ensure!(!is_over, "an order that is over can still be paid: {other:?}"),
        }
        Ok(())
    }
}
