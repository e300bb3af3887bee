//! The provider of a store, and the calls that every provider offers.

use std::fmt;

use sha2::{Digest, Sha256};
use stoa_db::Db;
use stoa_values::Secrets;

use crate::stripe::Address;
use crate::{
    AmountRefusal, Intent, NewIntent, PaymentError, Refund, Settings, Stripe, StripeKeys,
    TestProvider, amount,
};

/// The resources that all stores of a process share: Stripe's address and connections, the server's keys, the database.
pub struct Payments {
    stripe: Address,
    keys: StripeKeys,
    test_by_default: bool,
    db: Db,
    secrets: Secrets,
}

/// The payment provider of one store. A call takes at most ten seconds, including retries of temporary failures.
#[derive(Debug)]
pub enum Provider {
    Stripe(Stripe),
    Test(TestProvider),
}

impl Payments {
    /// Fails if no store could use the settings. The test provider signs with keys derived from the server's secrets.
    pub fn new(
        db: Db,
        secrets: impl Into<Secrets>,
        settings: Settings,
    ) -> Result<Self, PaymentError> {
        let stripe = settings.check()?;
        let Settings { keys, test_by_default, .. } = settings;
        Ok(Self { stripe, keys, test_by_default, db, secrets: secrets.into() })
    }

    /// Returns the provider of a store: Stripe with the store's keys or else with the server's keys, or the test
    /// provider if there are no keys.
    pub fn provider(&self, site_id: i64, store: &StripeKeys) -> Result<Provider, PaymentError> {
        Ok(match StripeKeys::choose(store, &self.keys)? {
            Some(keys) => Provider::Stripe(Stripe::new(&self.stripe, keys)?),
            None => Provider::Test(self.test_provider(site_id)),
        })
    }

    /// Returns the provider of a store that has chosen none: the test provider if [`Settings::test_by_default`] is set,
    /// or else `None`.
    pub fn default_provider(&self, site_id: i64) -> Option<Provider> {
        self.test_by_default.then(|| Provider::Test(self.test_provider(site_id)))
    }

    /// Returns the test provider of this site, whether or not its store uses it.
    pub fn test_provider(&self, site_id: i64) -> TestProvider {
        TestProvider::new(self.db.clone(), &self.secrets, site_id)
    }
}

impl Settings {
    /// Returns Stripe's address, or an error if the server's keys cannot be used with it.
    fn check(&self) -> Result<Address, PaymentError> {
        let stripe = Address::new(self.stripe_url.as_deref())?;
        if let Some(keys) = StripeKeys::choose(&StripeKeys::default(), &self.keys)? {
            Stripe::new(&stripe, keys)?;
        }
        Ok(stripe)
    }

    /// If no store could use these settings, returns why.
    pub fn fault(&self) -> Option<PaymentError> {
        self.check().err()
    }
}

impl Provider {
    /// Refuses an amount that [`Provider::create`] would refuse, as far as that is known without a call.
    pub fn takes(&self, amount: i64, currency: &str) -> Result<(), AmountRefusal> {
        match self {
            Self::Stripe(_) => amount::of_stripe(amount, currency),
            Self::Test(_) => amount::of_test_provider(amount, currency),
        }
    }

    /// Creates an intent, or returns the intent that this idempotency key created before.
    ///
    /// A repeated call returns the intent in its original state. [`Provider::find`] returns its current state.
    pub async fn create(&self, new: &NewIntent<'_>) -> Result<Intent, PaymentError> {
        match self {
            Self::Stripe(stripe) => stripe.create(new).await,
            Self::Test(test) => test.create(new),
        }
    }

    pub async fn find(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        match self {
            Self::Stripe(stripe) => stripe.find(intent_id).await,
            Self::Test(test) => test.find(intent_id).await,
        }
    }

    /// Cancels an intent, so that the customer can no longer pay it. Returns the intent in its state after the call.
    ///
    /// The call also succeeds if it is too late to cancel, because the intent is canceled, processing or paid. The
    /// caller must therefore check the status.
    pub async fn cancel(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        match self {
            Self::Stripe(stripe) => stripe.cancel(intent_id).await,
            Self::Test(test) => test.cancel(intent_id).await,
        }
    }

    /// Refunds an amount in cents, or all that is left. Repeated calls with the same idempotency key refund only once.
    pub async fn refund(
        &self,
        intent_id: &str,
        amount: Option<i64>,
        idempotency_key: &str,
    ) -> Result<Refund, PaymentError> {
        match self {
            Self::Stripe(stripe) => stripe.refund(intent_id, amount, idempotency_key).await,
            Self::Test(test) => test.refund(intent_id, amount, idempotency_key).await,
        }
    }

    /// Returns the key with which a browser confirms an intent at the provider.
    pub fn publishable_key(&self) -> &str {
        match self {
            Self::Stripe(stripe) => &stripe.publishable_key,
            Self::Test(_) => "pk_test_stoa",
        }
    }

    /// Identifies the account: equal values mean the same account. The value is not secret and may be stored and shown.
    pub fn account(&self) -> String {
        match self {
            Self::Stripe(stripe) => hex::encode(&Sha256::digest(&stripe.publishable_key)[..16]),
            Self::Test(_) => self.name().to_owned(),
        }
    }

    /// Returns the secrets that the store's webhooks are signed with. If there are none, every webhook is rejected.
    pub fn webhook_secrets(&self) -> &[String] {
        match self {
            Self::Stripe(stripe) => &stripe.webhook_secrets,
            Self::Test(test) => &test.webhook_secrets,
        }
    }

    /// `stripe` or `test`. Orders store the name, because only the provider that created an intent knows the intent.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Stripe(_) => "stripe",
            Self::Test(_) => "test",
        }
    }
}

impl fmt::Debug for Payments {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Payments").field("keys", &self.keys).finish_non_exhaustive()
    }
}
