//! The shop of a sequence. Each step is executed over HTTP or by staff. Then its result is compared with what customers
//! expect, and the stored state is checked.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use stoa_audit::Origin;
use stoa_commerce::orders::staff::{self, FoundOrder, OrderChange, RefundError};
use stoa_commerce::orders::{Parcel, may_become, sweep};
use stoa_payments::{PaymentError, TestProvider};
use tokio_postgres::Client;

use super::books::{self, Books, Order};
use super::customers::{Cart, Lines, Placed, session, subtotal};
use super::steps::{CARTS, Deed, Payment, Product, Step, Wish};
use crate::api::storefront::purchases::{tell, test_provider};
use crate::harness::*;

pub struct Shop {
    server: Server,
    client: Client,
    provider: TestProvider,
    carts: [Cart; CARTS],
    orders: Vec<Placed>,
    /// The answers stored under an idempotency key.
    keys: BTreeMap<String, (Wish, Value)>,
    /// Webhooks that the provider has sent, which may arrive in any order.
    said: Vec<Value>,
    books: Books,
    steps: usize,
}

/// Number of final sweeps. The time between them is longer than any timeout in the shop.
const LAST_SWEEPS: usize = 4;
const RESERVATION_END: Duration = Duration::from_secs(65 * 60);

impl Shop {
    pub async fn open() -> Result<Self> {
        let server = served_limited(&["all=off"]).await;
        let client = server.client().await;
        client.batch_execute(books::OPENING).await?;
        let books = Books::read(&client).await?;
        let provider = test_provider(&server);
        let (carts, orders, keys, said) = Default::default();
        Ok(Self { server, client, provider, carts, orders, keys, said, books, steps: 0 })
    }

    pub async fn takes(&mut self, step: &Step) -> Result<()> {
        match *step {
            Step::Add { cart, product, pieces } => self.add(cart, product, pieces).await?,
            Step::Set { cart, line, pieces } => self.set(cart, line, pieces).await?,
            Step::Clear { cart } => self.clear(cart).await?,
            Step::CheckOut { cart, wish, key } => self.check_out(cart, wish, key).await?,
            Step::Pays { order, how, is_heard } => self.pays(order, how, is_heard).await?,
            Step::Hears { event } if !self.said.is_empty() => {
                self.hears(event % self.said.len()).await?;
            }
            Step::Hears { .. } => {}
            Step::Waits { minutes } => self.server.pass(Duration::from_secs(minutes * 60)),
            Step::Sweeps => self.sweeps().await?,
            Step::Staff { order, does } => self.staff(order, does).await?,
        }
        self.looks_into_the_books().await
    }

    /// Delivers everything that is pending, and checks the final state.
    pub async fn closes(mut self) -> Result<()> {
        for order in self.books.orders.clone() {
            if order.provider_status.as_deref() == Some("processing") {
                let intent = order.intent.context("an intent")?;
                self.said(self.provider.confirm(&intent, self.server.now().into()).await?)?;
            }
        }
        for _ in 0..LAST_SWEEPS {
            for event in 0..self.said.len() {
                self.hears(event).await?;
            }
            self.sweeps().await?;
            self.looks_into_the_books().await?;
            self.server.pass(RESERVATION_END);
        }
        for order in &self.books.orders {
            order.is_settled().with_context(|| format!("{order:#?}"))?;
        }
        Ok(())
    }

    async fn add(&mut self, cart: usize, product: Product, pieces: i64) -> Result<()> {
        let (product_id, variant_id) = product.ids();
        let mut body =
            json!({"sessionId": session(cart), "productId": product_id, "quantity": pieces});
        if let Some(variant_id) = variant_id {
            body["variantId"] = json!(variant_id);
        }
        let wanted = self.carts[cart].lines.get(&product).unwrap_or(&0) + pieces;
        let answer = self.server.post("/api/storefront/1/cart", &body).await;
        self.changes_line(cart, product, wanted, &answer)
    }

    async fn set(&mut self, cart: usize, line: usize, pieces: i64) -> Result<()> {
        let mut products = self.carts[cart].lines.keys().cycle().copied();
        let Some(product) = products.nth(line) else { return Ok(()) };
        let shown = self.shown(cart).await?;
        let items = shown["items"].as_array().context("items")?;
        let item = items.iter().find(|item| item["productId"] == product.ids().0);
        let id = &item.context("a line that is not shown")?["id"];
        let body = json!({"sessionId": session(cart), "cartItemId": id, "quantity": pieces});
        let answer = self.server.request("PUT", "/api/storefront/1/cart").json(&body).await;
        self.changes_line(cart, product, pieces, &answer)
    }

    /// Checks the answer to a change of a line, whose new number of pieces is `wanted`.
    fn changes_line(
        &mut self,
        cart: usize,
        product: Product,
        wanted: i64,
        answer: &Exchange,
    ) -> Result<()> {
        let free = self.books.free(product).unwrap_or(i64::MAX);
        let own = self.pending(cart).map_or(0, |order| order.pieces(product));
        let can_be_had = wanted <= free.saturating_add(own);
        let must_be_had = wanted == 0 || can_be_had;
        match answer.status() {
            200 => {
                ensure!(
                    can_be_had,
                    "{wanted} of {free} free and {own} held were put into the cart"
                );
                let cart_of = &mut self.carts[cart];
                cart_of.is_known = true;
                cart_of.lines.remove(&product);
                if wanted > 0 {
                    cart_of.lines.insert(product, wanted);
                }
                self.is_touched(cart);
            }
            409 => {
                ensure!(answer.message() == "Insufficient stock", "{}", answer.message());
                ensure!(!must_be_had, "{wanted} of {free} free and {own} held were refused");
            }
            status => anyhow::bail!("{status} {}", answer.message()),
        }
        Ok(())
    }

    async fn clear(&mut self, cart: usize) -> Result<()> {
        let target = "/api/storefront/1/cart";
        let cleared = self.server.request("DELETE", target).query("sessionId", &session(cart));
        ensure!(cleared.await.status() == 200, "a cart cannot be cleared");
        self.carts[cart].lines.clear();
        self.is_touched(cart);
        Ok(())
    }

    async fn check_out(&mut self, cart: usize, wish: Wish, key: Option<u8>) -> Result<()> {
        let key = key.map(|key| format!("{key} of {}", session(cart)));
        let checkout = self.server.request("POST", "/api/storefront/1/checkout");
        let mut checkout = checkout.json(&wish.body(cart));
        if let Some(key) = &key {
            checkout = checkout.header("idempotency-key", key);
        }
        let answer = checkout.await;
        if let Some((asked, answered)) = key.as_ref().and_then(|key| self.keys.get(key)) {
            if *asked != wish {
                ensure!(answer.status() == 422, "a key of another request: {}", answer.status());
            } else {
                ensure!(
                    answer.json == *answered,
                    "a replay is not what was answered: {}",
                    answer.json
                );
            }
            return Ok(());
        }
        let expected = self.expected(cart, wish);
        match answer.status() {
            200 => {}
            // Ten invalid codes in a minute use up the limit, after which valid ones are refused too.
            429 if wish.code.is_some() => return Ok(()),
            400 if answer.message() == "The total is too small to be paid" => {
                let Ok(total) = expected else { anyhow::bail!("{}", answer.message()) };
                ensure!((1..50).contains(&total), "{total} is not too small");
                return Ok(());
            }
            409 if answer.message() == "A payment for this cart is being processed" => {
                ensure!(self.is_processing(cart), "nothing is being processed");
                return Ok(());
            }
            _ => {
                let refused = answer.message().to_owned();
                ensure!(expected == Err(refused), "refused: {}", answer.message());
                return Ok(());
            }
        }
        let total = expected.map_err(|refusal| anyhow::anyhow!("not refused: {refusal}"))?;
        ensure!(answer.json["data"]["total"] == total, "{} in place of {total}", answer.json);
        if let Some(key) = key {
            self.keys.insert(key, (wish, answer.json.clone()));
        }
        self.is_placed(cart, wish, answer.json)
    }

    /// The expected total, or the expected refusal.
    fn expected(&self, cart: usize, wish: Wish) -> Result<i64, String> {
        let Cart { lines, is_known } = &self.carts[cart];
        let pending = self.pending(cart);
        let own = |product| pending.map_or(0, |order| order.pieces(product));
        let lacks = |(product, pieces): (&Product, &i64)| {
            self.books.free(*product).is_some_and(|free| *pieces > free + own(*product))
        };
        let gift = self.books.gift + pending.map_or(0, |order| order.gift_held);
        let is_own = |code| pending.is_some_and(|order| order.has_code(code));
        let refusal = if !is_known {
            "Cart not found"
        } else if lines.is_empty() {
            "Cart is empty"
        } else if lines.iter().any(lacks) {
            "Insufficient stock"
        } else if wish.code.is_some_and(|code| self.books.is_used_up(code) && !is_own(code)) {
            "Invalid discount code"
        } else if wish.gift && gift == 0 {
            "Invalid gift certificate code"
        } else {
            return Ok(wish.total(lines, gift));
        };
        Err(refusal.to_owned())
    }

    /// Checks that the order is the cart's pending one or a new one.
    fn is_placed(&mut self, cart: usize, wish: Wish, answer: Value) -> Result<()> {
        let id = answer["data"]["orderId"].as_i64().context("orderId")?;
        let lines = self.carts[cart].lines.clone();
        let now = self.server.now().timestamp();
        let pending = self.pending(cart).filter(|order| order.expires > now);
        let placed = pending.and_then(|order| self.orders.iter().find(|it| it.id == order.id));
        let is_same = placed.is_some_and(|placed| placed.wish == wish && placed.lines == lines);
        let is_untouched = placed.is_some_and(|placed| placed.is_cart_untouched);
        match placed.map(|placed| placed.id) {
            Some(before) if before == id => ensure!(is_same, "another checkout got the same order"),
            _ => ensure!(!(is_same && is_untouched), "the same checkout got another order"),
        }
        if self.orders.iter().any(|placed| placed.id == id) {
            ensure!(placed.is_some_and(|placed| placed.id == id), "an old order came again");
            return Ok(());
        }
        let (is_cart_untouched, is_out, changes) = (true, false, 0);
        self.orders.push(Placed {
            id,
            cart,
            wish,
            lines,
            answer,
            is_cart_untouched,
            is_out,
            changes,
        });
        Ok(())
    }

    async fn pays(&mut self, order: usize, how: Payment, is_heard: bool) -> Result<()> {
        let Some(intent) = self.order(order).and_then(|order| order.intent.clone()) else {
            return Ok(());
        };
        let now = self.server.now().into();
        let event = match how {
            Payment::Succeeds => self.provider.confirm(&intent, now).await,
            Payment::Fails => self.provider.fail(&intent, now).await,
            Payment::IsProcessing => self.provider.process(&intent, now).await,
        };
        match event {
            Ok(event) => self.said(event)?,
            Err(PaymentError::NotAllowed) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        if is_heard {
            self.hears(self.said.len() - 1).await?;
        }
        Ok(())
    }

    fn said(&mut self, event: String) -> Result<()> {
        self.said.push(serde_json::from_str(&event)?);
        Ok(())
    }

    async fn hears(&mut self, event: usize) -> Result<()> {
        let heard = tell(&self.server, &self.said[event]).await;
        ensure!(heard.status() == 200, "a webhook: {} {}", heard.status(), heard.message());
        Ok(())
    }

    async fn sweeps(&mut self) -> Result<()> {
        sweep::sweep(&self.server.orders).await?;
        self.provider_speaks().await
    }

    /// Collects the provider's events about cancellations and refunds.
    async fn provider_speaks(&mut self) -> Result<()> {
        let ids = |event: &Value| event["id"].as_str().map(str::to_owned);
        let known: BTreeSet<_> = self.said.iter().map(ids).collect();
        for intent in self.books.orders.iter().filter_map(|order| order.intent.as_ref()) {
            let Some(event) = self.provider.last_event(intent).await? else { continue };
            let event: Value = serde_json::from_str(&event)?;
            if !known.contains(&ids(&event)) {
                self.said.push(event);
            }
        }
        Ok(())
    }

    async fn staff(&mut self, order: usize, does: Deed) -> Result<()> {
        let Some(order) = self.order(order).cloned() else { return Ok(()) };
        let at = FoundOrder { site_id: 1, id: order.id, number: order.number.clone() };
        let origin = Origin::of_command("stoa order");
        let parcel = Parcel { carrier: "Post", tracking_number: "1", tracking_url: None };
        let change = match does {
            Deed::Process => OrderChange::Process,
            Deed::Ship => OrderChange::Ship(parcel),
            Deed::Deliver => OrderChange::Deliver,
            Deed::TakeBack => OrderChange::Return,
            Deed::Cancel => OrderChange::Cancel,
            Deed::Refund { part, is_paid } => {
                return self.refunds(&order, &at, part, is_paid).await;
            }
        };
        let (db, to) = (&self.server.orders.db, change.status());
        let change = staff::change(db, &at, change, &origin, self.server.now()).await;
        let is_allowed = may_become(&order.status.parse()?, &to);
        ensure!(change.is_ok() == is_allowed, "{} to {to}: {change:?}", order.status);
        Ok(())
    }

    async fn refunds(
        &mut self,
        order: &Order,
        at: &FoundOrder,
        part: Option<u8>,
        is_paid: bool,
    ) -> Result<()> {
        let left = order.left_to_refund();
        let amount = part.map(|part| (left * i64::from(part) / 100).max(1));
        let origin = Origin::of_command("stoa order refund");
        let answer = staff::request_refund(&self.server.orders, at, amount, &origin).await;
        let is_refundable = order.is_paid() && order.total + order.gift_total != 0;
        let is_expected = match &answer {
            Err(RefundError::NotPaid) => !is_refundable,
            Err(RefundError::TooMuch { left: 0 }) => is_refundable && left == 0,
            answer => answer.is_ok() && is_refundable && left != 0,
        };
        ensure!(is_expected, "{amount:?} of {left}: {answer:?}");
        if is_paid {
            staff::pay_refunds(&self.server.orders, at).await?;
            self.provider_speaks().await?;
        }
        Ok(())
    }

    async fn looks_into_the_books(&mut self) -> Result<()> {
        self.books = Books::read(&self.client).await?;
        self.books.add_up()?;
        ensure!(self.books.orders.len() == self.orders.len(), "orders that nobody was told of");
        for (placed, order) in self.orders.iter_mut().zip(&self.books.orders) {
            placed.is_kept(order).with_context(|| format!("{order:#?}"))?;
            let is_on_its_way = order.payment_status == "processing" && order.status == "pending";
            if !placed.is_out && (order.has_been("paid") || is_on_its_way) {
                placed.is_out = true;
                take_out(&mut self.carts[placed.cart].lines, &placed.lines);
            }
        }
        for cart in 0..CARTS {
            self.is_stored(cart).with_context(|| session(cart))?;
        }
        // Checks one cart per step, in turn: that is enough, because the server treats all carts alike.
        self.steps += 1;
        self.is_shown(self.steps % CARTS).await
    }

    fn is_stored(&self, cart: usize) -> Result<()> {
        let lines = &self.carts[cart].lines;
        let by_id = lines.iter().map(|(product, pieces)| (product.ids().0, *pieces));
        let stored = self.books.carts.get(&session(cart)).cloned().unwrap_or_default();
        ensure!(by_id.collect::<BTreeMap<_, _>>() == stored, "{lines:?} are stored as {stored:?}");
        Ok(())
    }

    async fn is_shown(&self, cart: usize) -> Result<()> {
        let lines = &self.carts[cart].lines;
        let shown = self.shown(cart).await?;
        let items = shown["items"].as_array().context("items")?;
        let is_all = items.len() == lines.len() && shown["subtotal"] == subtotal(lines);
        ensure!(is_all, "{lines:?} are shown as {shown}");
        Ok(())
    }

    async fn shown(&self, cart: usize) -> Result<Value> {
        let cart =
            self.server.get("/api/storefront/1/cart").query("sessionId", &session(cart)).await;
        ensure!(cart.status() == 200, "{}", cart.message());
        Ok(cart.json["data"].clone())
    }

    fn is_touched(&mut self, cart: usize) {
        for placed in self.orders.iter_mut().filter(|placed| placed.cart == cart) {
            placed.is_cart_untouched = false;
        }
    }

    /// The cart's pending order whose lines are still in the cart.
    fn pending(&self, cart: usize) -> Option<&Order> {
        let is_its = |placed: &Placed| placed.cart == cart && !placed.is_out;
        let of_cart = |id| self.orders.iter().any(|placed| placed.id == id && is_its(placed));
        self.books.orders.iter().find(|order| order.status == "pending" && of_cart(order.id))
    }

    fn is_processing(&self, cart: usize) -> bool {
        self.pending(cart).is_some_and(|order| order.payment_status == "processing")
    }

    /// An order by its position from the newest, or the oldest order if there are fewer.
    fn order(&self, back: usize) -> Option<&Order> {
        let orders = &self.books.orders;
        orders.len().checked_sub(1).map(|last| &orders[last - back.min(last)])
    }
}

impl Placed {
    /// Checks that the order matches the answer and that its history only grows.
    fn is_kept(&mut self, order: &Order) -> Result<()> {
        let answered = &self.answer["data"];
        ensure!(answered["orderId"] == order.id, "not the order that was answered: {answered}");
        ensure!(answered["orderNumber"] == order.number, "another number: {answered}");
        ensure!(answered["total"] == order.total, "another total: {answered}");
        let is_it = |product| order.pieces(product) == *self.lines.get(&product).unwrap_or(&0);
        ensure!(super::steps::PRODUCTS.into_iter().all(is_it), "not what was in the cart");
        ensure!(order.history.len() >= self.changes, "a part of its history has gone");
        self.changes = order.history.len();
        Ok(())
    }
}

/// Removes the ordered pieces from the cart, but not those added since.
fn take_out(lines: &mut Lines, ordered: &Lines) {
    for (product, pieces) in ordered {
        let left = lines.get(product).unwrap_or(&0) - pieces;
        lines.remove(product);
        if left > 0 {
            lines.insert(*product, left);
        }
    }
}
