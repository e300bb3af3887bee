//! A summary of the settings, one line per topic. Secrets are never printed.

use url::Url;

use super::Line;
use super::database::place;
use crate::config::{
    CacheOptions, Capacity, Cli, Environment, MailSettings, ProviderSettings, ServeSettings,
    TelemetrySettings, WebhookTargets, files_are_not_shared,
};
use crate::log::LogFormat;
use crate::retention;
use crate::serve;

/// `of_database` are the lines about the state of the database.
pub(super) fn lines(cli: &Cli, settings: &ServeSettings, of_database: Vec<Line>) -> Vec<Line> {
    let providers = &settings.providers;
    let fonts = settings.fonts.as_ref().map(|folder| folder.display());
    let rates = format!("{}, {}", shown(&providers.easypost_url), shown(&providers.printful_url));
    let tracking = providers.tracking_webhook_secret.is_some();
    let mut lines = vec![("environment", environment(cli)), ("database", database(cli))];
    lines.extend(of_database);
    lines.extend([
        ("secret", secret(cli, providers)),
        ("listens on", listens_on(settings)),
        ("public URL", public_url(settings)),
        ("staff API", staff(settings)),
        ("proxies", proxies(settings)),
        ("limits", limits(settings)),
        ("counts", counts(settings)),
        ("files", files(cli, settings)),
        ("cache", cache(&settings.cache)),
        ("fonts", or_none(fonts, "only the built-in ones")),
        ("retention", retention::summary()),
        ("mail", mail(&settings.mail)),
        ("payments", payments(cli, providers)),
        ("shipping", rates),
        ("tracking", keyed(tracking, "webhooks are signed with")),
        ("AI", ai(providers)),
        ("checks", format!("{} of all responses", settings.telemetry.check_responses)),
        ("log", log(&settings.telemetry)),
        ("traces", traces(&settings.telemetry)),
        ("admin", admin(settings)),
    ]);
    lines
}

pub(super) fn warnings(cli: &Cli, settings: &ServeSettings) -> Vec<String> {
    let mut warnings = Vec::new();
    if cli.is_production() {
        let usual = cli.database.files_dir();
        let folder = settings.files.storage.folder(usual.as_deref());
        warnings.extend(folder.map(files_are_not_shared));
    }
    if cli.is_production() && settings.public_url.public_url.is_none() {
        warnings.push(
            "no STOA_PUBLIC_URL: links to files, to recovered carts and in welcome mails lead to the address that stoa \
             listens on"
                .to_owned(),
        );
    }
    if settings.mail.smtp_url.is_some() && settings.mail.mail_from.is_none() {
        warnings.push("no STOA_MAIL_FROM: mails have no sender address".to_owned());
    }
    if cli.is_production() && settings.webhooks.webhook_targets == WebhookTargets::Any {
        warnings.push(
            "STOA_WEBHOOK_TARGETS is any: owners of sites can send requests to addresses of the server's own network"
                .to_owned(),
        );
    }
    // A folder that cannot be read is a fault.
    let fonts = serve::read_fonts(settings.fonts.as_deref());
    let skipped = fonts.map(|(_, skipped)| skipped).unwrap_or_default();
    warnings.extend(skipped.iter().map(serve::skipped_font));
    warnings
}

fn environment(cli: &Cli) -> String {
    match (cli.environment, cli.is_production()) {
        (Some(Environment::Production), _) => "production".into(),
        (_, true) => "production, because DATABASE_URL is set".into(),
        (_, false) => "development: the demo is served, and its key is valid".into(),
    }
}

fn database(cli: &Cli) -> String {
    let settings = &cli.database;
    let connections = settings.database_connections;
    match settings.servers() {
        Err(_) => "unknown".into(),
        Ok(None) => format!(
            "stoa's own Postgres in {}, {connections} connections",
            or_none(settings.data_dir().as_ref().map(|folder| folder.display()), "no folder")
        ),
        Ok(Some((server, direct))) => {
            let directly = direct.map(|server| format!("; directly {}", place(&server)));
            let directly = directly.unwrap_or_default();
            format!("{}, {connections} connections{directly}", place(&server))
        }
    }
}

fn secret(cli: &Cli, providers: &ProviderSettings) -> String {
    let current = match (&providers.secret, cli.is_production()) {
        (Some(_), _) => "set",
        (None, true) => "missing",
        (None, false) => "stored in the data directory",
    };
    let old =
        providers.old_secret.as_ref().map(|_| "; what the old one signed or encrypted stays valid");
    format!("{current}{}", old.unwrap_or_default())
}

fn public_url(settings: &ServeSettings) -> String {
    let scheme = if settings.tls.tls_certificate.is_some() { "https" } else { "http" };
    settings.public_url.or(&format!("{scheme}://{}", settings.listen))
}

fn listens_on(settings: &ServeSettings) -> String {
    match &settings.tls.tls_certificate {
        Some(path) => format!("{}, by TLS with {}", settings.listen, path.display()),
        None => format!("{}, without TLS", settings.listen),
    }
}

fn staff(settings: &ServeSettings) -> String {
    let place = match settings.staff.staff_listen {
        Some(address) => format!("only at {address}"),
        None => "once a person exists (`stoa staff create`)".to_owned(),
    };
    let origins = settings.staff.staff_origins.iter().filter_map(|origin| origin.to_str().ok());
    let origins: Vec<&str> = origins.collect();
    match origins.is_empty() {
        true => format!("{place}, not for pages of other origins (STOA_STAFF_ORIGIN)"),
        false => format!("{place}, also for pages of {}", origins.join(", ")),
    }
}

fn admin(settings: &ServeSettings) -> String {
    let stop = &settings.stop;
    let listens = or_none(settings.admin.admin_listen, "no listener (STOA_ADMIN_LISTEN)");
    format!(
        "{listens}; refuses connections {} s after SIGTERM, then drains for {} s",
        stop.drain_delay.as_secs_f64(),
        stop.drain_timeout.as_secs_f64()
    )
}

fn log(settings: &TelemetrySettings) -> String {
    match settings.log_format {
        LogFormat::Text => settings.log.clone(),
        LogFormat::Json => format!("{}, as JSON", settings.log),
    }
}

fn traces(settings: &TelemetrySettings) -> String {
    match &settings.otlp_url {
        Some(url) => format!("to {url}, {} of all requests", settings.trace_share),
        None => "none (STOA_OTLP_URL)".into(),
    }
}

fn proxies(settings: &ServeSettings) -> String {
    let clients: Vec<String> = settings.trusted_clients.iter().map(ToString::to_string).collect();
    let clients = (!clients.is_empty()).then(|| clients.join(", "));
    let speaking = clients.map(|clients| format!("; {clients} send requests on behalf of others"));
    let speaking = speaking.unwrap_or_default();
    match settings.trusted_proxies {
        0 => format!("none are trusted{speaking}"),
        proxies => format!("{proxies} append to X-Forwarded-For{speaking}"),
    }
}

fn limits(settings: &ServeSettings) -> String {
    let per_client = match settings.connections_per_client() {
        Some(connections) => format!("{connections} per client"),
        None => "any number per client, because proxies are trusted".to_owned(),
    };
    let Capacity { max_connections, max_requests_per_client, max_body_bytes_in_flight, .. } =
        settings.capacity;
    let mib = max_body_bytes_in_flight >> 20;
    format!(
        "{max_connections} connections, {per_client}, {max_requests_per_client} concurrent requests per client, {mib} \
         MiB of bodies"
    )
}

fn counts(settings: &ServeSettings) -> String {
    match settings.valkey() {
        Err(_) => "unknown".into(),
        Ok(None) => "each server counts on its own (STOA_VALKEY_URL)".into(),
        Ok(Some(server)) => format!("all servers count together in the Valkey at {server}"),
    }
}

fn cache(settings: &CacheOptions) -> String {
    let stale = settings.stale_if_error;
    match settings.cache_bytes {
        0 => "off (STOA_CACHE_BYTES=0)".to_owned(),
        bytes => {
            let mib = bytes >> 20;
            format!("{mib} MiB of responses, stale for {stale:?} while the database is down")
        }
    }
}

fn files(cli: &Cli, settings: &ServeSettings) -> String {
    let files = &settings.files;
    let storage = &files.storage;
    let usual = cli.database.files_dir();
    let place = match (&storage.s3_bucket, &storage.s3_endpoint) {
        (Some(bucket), Some(endpoint)) => format!("bucket {bucket} of {}", shown(endpoint)),
        (Some(bucket), None) => format!("bucket {bucket} of Amazon in {}", storage.s3_region),
        (None, _) => {
            or_none(storage.folder(usual.as_deref()).map(|folder| folder.display()), "no folder")
        }
    };
    let url = files.files_url.clone().unwrap_or_else(|| format!("{}/files", public_url(settings)));
    format!("{place}, read at {url}")
}

fn mail(mail: &MailSettings) -> String {
    let server = mail.smtp_url.as_deref().map(shown);
    match (server, &mail.mail_from) {
        (None, _) => "no server: mails wait (STOA_SMTP_URL)".into(),
        (Some(server), Some(from)) => format!("by {server}, from {from}"),
        (Some(server), None) => format!("by {server}"),
    }
}

fn payments(cli: &Cli, providers: &ProviderSettings) -> String {
    let of_server = match &providers.stripe_secret_key {
        Some(_) => "with the server's keys, or a store's own",
        None => "with a store's own keys",
    };
    let by_default = match cli.is_production() {
        true => "a store without a provider takes no payments",
        false => "a store without a provider takes test money",
    };
    format!("{}, {of_server}; {by_default}", shown(&providers.stripe_url))
}

fn ai(providers: &ProviderSettings) -> String {
    let url = shown(&providers.openai_url);
    format!("{url}, {}", keyed(providers.openai_api_key.is_some(), "called with"))
}

fn keyed(has_key: bool, what: &str) -> String {
    match has_key {
        true => format!("{what} the server's key, or a store's own"),
        false => format!("{what} a store's own key"),
    }
}

/// Returns a URL without the parts that may be secret: user, password and query.
fn shown(url: &str) -> String {
    let Ok(url) = Url::parse(url) else { return "a server".into() };
    let host = url.authority().rsplit('@').next().unwrap_or_default();
    format!("{}://{host}{}", url.scheme(), url.path().trim_end_matches('/'))
}

fn or_none(value: Option<impl ToString>, none: &str) -> String {
    value.map_or_else(|| none.to_owned(), |value| value.to_string())
}
