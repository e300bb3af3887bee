//! Which provider a store has, and what every provider can do.

use std::fmt;

use sha2::{Digest, Sha256};
use stoa_db::Db;
use stoa_values::Secrets;

use crate::stripe::Address;
use crate::{
    AmountRefusal, Intent, NewIntent, PaymentError, Refund, Settings, Stripe, StripeKeys,
    TestProvider, amount,
};

/// What all stores of a process share: where Stripe is and the connections to it, the server's keys, the test provider's table.
pub struct Payments {
    stripe: Address,
    keys: StripeKeys,
    test_by_default: bool,
    db: Db,
    secrets: Secrets,
}

/// Who takes the money of one store. A call takes ten seconds at most; what passes by itself is tried again within
/// them.
#[derive(Debug)]
pub enum Provider {
    Stripe(Stripe),
    Test(TestProvider),
}

impl Payments {
    /// Refuses settings that no store could use. The secrets are the server's, which the test provider signs with.
    pub fn new(
        db: Db,
        secrets: impl Into<Secrets>,
        settings: Settings,
    ) -> Result<Self, PaymentError> {
        let stripe = settings.check()?;
        let Settings { keys, test_by_default, .. } = settings;
        Ok(Self { stripe, keys, test_by_default, db, secrets: secrets.into() })
    }

    /// The provider of this store: Stripe by its own keys, else by the server's, else the test provider.
    pub fn provider(&self, site_id: i64, store: &StripeKeys) -> Result<Provider, PaymentError> {
        Ok(match StripeKeys::choose(store, &self.keys)? {
            Some(keys) => Provider::Stripe(Stripe::new(&self.stripe, keys)?),
            None => Provider::Test(self.test_provider(site_id)),
        })
    }

    /// Who takes payments for a store that has chosen nobody, if anybody does.
    pub fn default_provider(&self, site_id: i64) -> Option<Provider> {
        self.test_by_default.then(|| Provider::Test(self.test_provider(site_id)))
    }

    /// The built-in provider of this site, whether it is the store's or not.
    pub fn test_provider(&self, site_id: i64) -> TestProvider {
        TestProvider::new(self.db.clone(), &self.secrets, site_id)
    }
}

impl Settings {
    /// Where Stripe is, if the keys can be used there.
    fn check(&self) -> Result<Address, PaymentError> {
        let stripe = Address::new(self.stripe_url.as_deref())?;
        if let Some(keys) = StripeKeys::choose(&StripeKeys::default(), &self.keys)? {
            Stripe::new(&stripe, keys)?;
        }
        Ok(stripe)
    }

    /// What no store could use of these.
    pub fn fault(&self) -> Option<PaymentError> {
        self.check().err()
    }
}

impl Provider {
    /// Refuses an amount that would be refused by [`Provider::create`], as far as that is known beforehand.
    pub fn takes(&self, amount: i64, currency: &str) -> Result<(), AmountRefusal> {
        match self {
            Self::Stripe(_) => amount::of_stripe(amount, currency),
            Self::Test(_) => amount::of_test_provider(amount),
        }
    }

    /// A new intent, or the one that this idempotency key has made before.
    ///
    /// A repeat answers with the intent as it was when it was made: [`Provider::find`] tells what became of it.
    pub async fn create(&self, new: &NewIntent<'_>) -> Result<Intent, PaymentError> {
        match self {
            Self::Stripe(stripe) => stripe.create(new).await,
            Self::Test(test) => test.create(new),
        }
    }

    /// The intent as it is now.
    pub async fn find(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        match self {
            Self::Stripe(stripe) => stripe.find(intent_id).await,
            Self::Test(test) => test.find(intent_id).await,
        }
    }

    /// Makes an intent unpayable, if it is not too late; the intent as it then is.
    ///
    /// One that is canceled already comes back so, one that has succeeded or is processing comes back as that:
    /// the caller looks at the status.
    pub async fn cancel(&self, intent_id: &str) -> Result<Intent, PaymentError> {
        match self {
            Self::Stripe(stripe) => stripe.cancel(intent_id).await,
            Self::Test(test) => test.cancel(intent_id).await,
        }
    }

    /// Gives back this amount in cents, or all that is left. The same idempotency key gives back once.
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

    /// What a browser shows the provider to confirm an intent.
    pub fn publishable_key(&self) -> &str {
        match self {
            Self::Stripe(stripe) => stripe.publishable_key(),
            Self::Test(test) => test.publishable_key(),
        }
    }

    /// What tells the account from another: two with the same are one. It may be stored and shown.
    pub fn account(&self) -> String {
        match self {
            Self::Stripe(stripe) => hex::encode(&Sha256::digest(stripe.publishable_key())[..16]),
            Self::Test(_) => self.name().to_owned(),
        }
    }

    /// What the store's webhooks are signed with; empty when nobody has said so yet, and then none is genuine.
    pub fn webhook_secrets(&self) -> &[String] {
        match self {
            Self::Stripe(stripe) => stripe.webhook_secrets(),
            Self::Test(test) => test.webhook_secrets(),
        }
    }

    /// `stripe` or `test`: what an order notes, since an intent is known only to the provider that made it.
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
