//! The steps that can happen in the shop, and sequences of them.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;

/// A sequence of steps, printed with one line for each step.
#[derive(Clone)]
pub struct Story(pub Vec<Step>);

#[derive(Debug, Clone)]
pub enum Step {
    /// Adds pieces to a cart.
    Add {
        cart: usize,
        product: Product,
        pieces: i64,
    },
    /// Sets a line of the cart, if there is one, to this number of pieces; 0 removes it.
    Set {
        cart: usize,
        line: usize,
        pieces: i64,
    },
    Clear {
        cart: usize,
    },
    CheckOut {
        cart: usize,
        wish: Wish,
        key: Option<u8>,
    },
    /// The customer acts at the payment provider. Its webhook arrives at once if `is_heard`.
    Pays {
        order: usize,
        how: Payment,
        is_heard: bool,
    },
    /// A webhook from the provider arrives, for the first time or again.
    Hears {
        event: usize,
    },
    Waits {
        minutes: u64,
    },
    Sweeps,
    Staff {
        order: usize,
        does: Deed,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Product {
    /// Twelve in stock, as a variant. From ten pieces on, 10 % off.
    Tote,
    /// One in stock.
    Apron,
    /// Eight in stock. From six pieces on, 15.00 instead of 18.00.
    Mug,
    /// Stock is not tracked.
    Pouch,
}

/// The options of a checkout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    pub is_shipped: bool,
    pub code: Option<Code>,
    /// Whether the checkout has the gift certificate.
    pub gift: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Half off, for one order.
    Once,
    /// A tenth off.
    Welcome,
}

#[derive(Debug, Clone, Copy)]
pub enum Payment {
    Succeeds,
    Fails,
    IsProcessing,
}

#[derive(Debug, Clone, Copy)]
pub enum Deed {
    Process,
    Ship,
    Deliver,
    TakeBack,
    Cancel,
    /// Refunds this percentage of the rest, or all of it. The refund is paid at once if `is_paid`, otherwise by the
    /// sweep.
    Refund {
        part: Option<u8>,
        is_paid: bool,
    },
}

pub const CARTS: usize = 2;

pub const PRODUCTS: [Product; 4] = [Product::Tote, Product::Apron, Product::Mug, Product::Pouch];

pub fn stories() -> impl Strategy<Value = Story> {
    vec(step(), 1..40).prop_map(Story)
}

fn step() -> impl Strategy<Value = Step> {
    let product = || prop::sample::select(PRODUCTS.to_vec());
    // Orders are counted from the newest, because recent orders are the most likely to have further steps.
    let order = || prop_oneof![3 => Just(0_usize), 2 => 0..6_usize];
    prop_oneof![
        8 => (0..CARTS, product(), 1..=7_i64)
            .prop_map(|(cart, product, pieces)| Step::Add { cart, product, pieces }),
        5 => (0..CARTS, 0..PRODUCTS.len(), 0..=8_i64)
            .prop_map(|(cart, line, pieces)| Step::Set { cart, line, pieces }),
        1 => (0..CARTS).prop_map(|cart| Step::Clear { cart }),
        10 => (0..CARTS, wish(), prop::option::of(0..2_u8))
            .prop_map(|(cart, wish, key)| Step::CheckOut { cart, wish, key }),
        6 => (order(), payment(), any::<bool>())
            .prop_map(|(order, how, is_heard)| Step::Pays { order, how, is_heard }),
        4 => (0..12_usize).prop_map(|event| Step::Hears { event }),
        3 => prop_oneof![Just(1_u64), Just(6), Just(31)].prop_map(|minutes| Step::Waits { minutes }),
        3 => Just(Step::Sweeps),
        7 => (order(), deed()).prop_map(|(order, does)| Step::Staff { order, does }),
    ]
}

fn wish() -> impl Strategy<Value = Wish> {
    let code = prop::option::of(prop_oneof![Just(Code::Once), Just(Code::Welcome)]);
    (any::<bool>(), code, any::<bool>()).prop_map(|(is_shipped, code, gift)| Wish {
        is_shipped,
        code,
        gift,
    })
}

fn payment() -> impl Strategy<Value = Payment> {
    prop_oneof![
        5 => Just(Payment::Succeeds),
        1 => Just(Payment::Fails),
        1 => Just(Payment::IsProcessing),
    ]
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        2 => Just(Deed::Process),
        2 => Just(Deed::Ship),
        2 => Just(Deed::Deliver),
        1 => Just(Deed::TakeBack),
        2 => Just(Deed::Cancel),
        4 => (prop::option::of(1..=100_u8), any::<bool>())
            .prop_map(|(part, is_paid)| Deed::Refund { part, is_paid }),
    ]
}

impl fmt::Debug for Story {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.0.iter().enumerate() {
            write!(out, "\n  {}. {step:?}", number + 1)?;
        }
        Ok(())
    }
}
