//! The server's secret, and settings of the providers of rates, payments and AI. Commands that call providers have
//! these options too.

use anyhow::Context;
use clap::Args;
use stoa_values::Secrets;
use url::Url;

use crate::database::Database;
use crate::secret::{check, secrets};

/// The server's secret, and the providers of rates, payments and AI.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Providers")]
pub struct ProviderSettings {
    /// Secret that signs tokens and encrypts stored keys and mails: at least 32 characters, the same for all servers of
    /// a database. Without DATABASE_URL, stoa generates and stores one
    #[arg(help_heading = "Secret", long, env, hide_env_values = true, value_name = "SECRET")]
    pub secret: Option<String>,
    /// The previous secret, after a change of the secret. Everything that it signed or encrypted stays valid
    #[arg(help_heading = "Secret", long, env, hide_env_values = true, value_name = "SECRET")]
    pub old_secret: Option<String>,
    /// URL of EasyPost or a compatible service, for carriers' rates
    #[arg(long, env, default_value = "https://api.easypost.com", value_name = "URL")]
    pub easypost_url: String,
    /// URL of Printful or a compatible service, for rates of print on demand
    #[arg(long, env, default_value = "https://api.printful.com", value_name = "URL")]
    pub printful_url: String,
    /// URL of Stripe or a compatible service, for payments
    #[arg(long, env, default_value = "https://api.stripe.com", value_name = "URL")]
    pub stripe_url: String,
    /// Secret key of the Stripe account for all stores without their own
    #[arg(long, env, hide_env_values = true, value_name = "KEY")]
    pub stripe_secret_key: Option<String>,
    /// Publishable key of the Stripe account for all stores without their own
    #[arg(long, env, value_name = "KEY")]
    pub stripe_publishable_key: Option<String>,
    /// Secret that signs the webhooks of the Stripe account for all stores without their own
    #[arg(long, env, hide_env_values = true, value_name = "SECRET")]
    pub stripe_webhook_secret: Option<String>,
    /// Secret that signs tracking webhooks, for stores without their own
    #[arg(long, env, hide_env_values = true, value_name = "SECRET")]
    pub tracking_webhook_secret: Option<String>,
    /// URL of OpenAI or a compatible service, for images and texts of designs
    #[arg(long, env, default_value = "https://api.openai.com", value_name = "URL")]
    pub openai_url: String,
    /// API key of the OpenAI account for all stores without their own
    #[arg(long, env, hide_env_values = true, value_name = "KEY")]
    pub openai_api_key: Option<String>,
    /// Model that draws images; it must support transparent backgrounds
    #[arg(long, env, default_value = "gpt-image-2.5-flare", value_name = "MODEL")]
    pub openai_image_model: String,
    /// Model that suggests texts
    #[arg(long, env, default_value = "gpt-4o-mini", value_name = "MODEL")]
    pub openai_text_model: String,
    /// Model that checks prompts against the content policy
    #[arg(long, env, default_value = "omni-moderation-latest", value_name = "MODEL")]
    pub openai_moderation_model: String,
}

impl ProviderSettings {
    /// Returns the current secret and, if configured, the previous one. The current secret is configured or stored in
    /// the data directory.
    pub fn secrets(&self, database: &Database) -> anyhow::Result<Secrets> {
        let data_dir = database.data_dir.as_deref();
        secrets(self.secret.as_deref(), self.old_secret.as_deref(), data_dir)
    }

    /// Checks the configured secrets. If `must_be_named` is true, a missing secret is a fault.
    pub fn check_secret(&self, must_be_named: bool) -> anyhow::Result<()> {
        check(self.secret.as_deref(), self.old_secret.as_deref(), must_be_named)
    }

    /// Checks the providers' settings without contacting any provider.
    pub fn check(&self) -> anyhow::Result<()> {
        let urls = [
            ("STOA_EASYPOST_URL", &self.easypost_url),
            ("STOA_PRINTFUL_URL", &self.printful_url),
            ("STOA_OPENAI_URL", &self.openai_url),
        ];
        for (name, url) in urls {
            let is_url = Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
            anyhow::ensure!(is_url, "{name} is not a URL such as https://api.example.com");
        }
        let payments = self.payments_where(false);
        payments.fault().map_or(Ok(()), |fault| Err(fault).context("STOA_STRIPE_URL and its keys"))
    }

    /// Payment settings for all stores of this database.
    pub fn payments(&self, database: &Database) -> stoa_payments::Settings {
        // A server with the embedded Postgres is for trials, so its stores take test money by default.
        self.payments_where(database.data_dir.is_some())
    }

    fn payments_where(&self, test_by_default: bool) -> stoa_payments::Settings {
        stoa_payments::Settings {
            stripe_url: Some(self.stripe_url.clone()),
            keys: stoa_payments::StripeKeys {
                secret_key: self.stripe_secret_key.clone(),
                publishable_key: self.stripe_publishable_key.clone(),
                webhook_secret: self.stripe_webhook_secret.clone(),
            },
            test_by_default,
        }
    }

    /// AI settings for all stores.
    pub fn ai(&self) -> stoa_ai::Settings {
        stoa_ai::Settings {
            url: self.openai_url.clone(),
            api_key: self.openai_api_key.clone(),
            image_model: self.openai_image_model.clone(),
            text_model: self.openai_text_model.clone(),
            moderation_model: self.openai_moderation_model.clone(),
        }
    }
}
