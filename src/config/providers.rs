//! What the server signs with, and how it reaches the providers of rates, payments and AI: for the server, and for the
//! commands that do as it does.

use clap::Args;

use crate::database::Database;
use crate::secret::secret;

/// The server's secret, and the providers of rates, payments and AI.
#[derive(Debug, Clone, Args)]
pub struct ProviderSettings {
    /// What tokens are signed with, at least 32 characters, the same for all servers of a database; without
    /// DATABASE_URL stoa makes one and keeps it
    #[arg(long, env = "STOA_SECRET", hide_env_values = true, value_name = "SECRET")]
    pub secret: Option<String>,
    /// Where carriers' rates are asked for: EasyPost, or what speaks as it does
    #[arg(
        long,
        env = "STOA_EASYPOST_URL",
        default_value = "https://api.easypost.com",
        value_name = "URL"
    )]
    pub easypost_url: String,
    /// Where rates of print on demand are asked for: Printful, or what speaks as it does
    #[arg(
        long,
        env = "STOA_PRINTFUL_URL",
        default_value = "https://api.printful.com",
        value_name = "URL"
    )]
    pub printful_url: String,
    /// Where payments are made: Stripe, or what speaks as it does
    #[arg(
        long,
        env = "STOA_STRIPE_URL",
        default_value = "https://api.stripe.com",
        value_name = "URL"
    )]
    pub stripe_url: String,
    /// Secret key of the Stripe account of all stores that have none of their own
    #[arg(long, env = "STOA_STRIPE_SECRET_KEY", hide_env_values = true, value_name = "KEY")]
    pub stripe_secret_key: Option<String>,
    /// Publishable key of the same account
    #[arg(long, env = "STOA_STRIPE_PUBLISHABLE_KEY", value_name = "KEY")]
    pub stripe_publishable_key: Option<String>,
    /// What this account's webhooks are signed with
    #[arg(long, env = "STOA_STRIPE_WEBHOOK_SECRET", hide_env_values = true, value_name = "SECRET")]
    pub stripe_webhook_secret: Option<String>,
    /// What tracking webhooks are signed with, for stores that have no secret of their own
    #[arg(
        long,
        env = "STOA_TRACKING_WEBHOOK_SECRET",
        hide_env_values = true,
        value_name = "SECRET"
    )]
    pub tracking_webhook_secret: Option<String>,
    /// Where images and texts for designs are made: OpenAI, or what speaks as it does
    #[arg(
        long,
        env = "STOA_OPENAI_URL",
        default_value = "https://api.openai.com",
        value_name = "URL"
    )]
    pub openai_url: String,
    /// API key of the OpenAI account of all stores that have none of their own
    #[arg(long, env = "STOA_OPENAI_API_KEY", hide_env_values = true, value_name = "KEY")]
    pub openai_api_key: Option<String>,
    /// The model that draws images; it must be able to leave out the background
    #[arg(
        long,
        env = "STOA_OPENAI_IMAGE_MODEL",
        default_value = "gpt-image-2.5-flare",
        value_name = "MODEL"
    )]
    pub openai_image_model: String,
    /// The model that suggests texts
    #[arg(
        long,
        env = "STOA_OPENAI_TEXT_MODEL",
        default_value = "gpt-4o-mini",
        value_name = "MODEL"
    )]
    pub openai_text_model: String,
    /// The model that says whether a prompt is against the content policy
    #[arg(
        long,
        env = "STOA_OPENAI_MODERATION_MODEL",
        default_value = "omni-moderation-latest",
        value_name = "MODEL"
    )]
    pub openai_moderation_model: String,
}

impl ProviderSettings {
    /// The server's secret: the named one, or the one that is kept beside our own Postgres.
    pub fn secret(&self, database: &Database) -> anyhow::Result<Vec<u8>> {
        secret(self.secret.as_deref(), database.data_dir.as_deref())
    }

    /// What holds for the payments of all stores of this database.
    pub fn payments(&self, database: &Database) -> stoa_payments::Settings {
        stoa_payments::Settings {
            stripe_url: Some(self.stripe_url.clone()),
            keys: stoa_payments::StripeKeys {
                secret_key: self.stripe_secret_key.clone(),
                publishable_key: self.stripe_publishable_key.clone(),
                webhook_secret: self.stripe_webhook_secret.clone(),
            },
            // Whoever runs our own Postgres tries things out.
            test_by_default: database.data_dir.is_some(),
        }
    }

    /// What holds for the AI of all stores.
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
