//! Imports designs of the older design tool. This is the only way to create legacy designs.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_audit::{Origin, Target, record};
use stoa_db::{Db, DbError};
use stoa_storefront_types::{CanvasSize, LegacyDesignStatus};
use stoa_values::email::normalized;
use tokio_postgres::types::Json;

use crate::designs::random_id;
use crate::sessions::{DESIGN_SESSION_TTL, digest};
use crate::staff::is_uuid;

const MAX_DESIGN_NAME_CHARACTERS: usize = 255;

const MAX_SESSION_ID_CHARACTERS: usize = 255;

/// Maximum total size of the layers of a design's surfaces, in bytes of JSON without white space.
const MAX_LAYERS_BYTES: usize = 1024 * 1024;

/// The reasons why nothing was imported.
#[derive(Debug)]
pub enum ImportRefusal {
    /// One message for each fault. The message begins with the JSON pointer to the faulty value.
    Faults(Vec<String>),
    Database(DbError),
}

impl From<DbError> for ImportRefusal {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

/// A design in the imported file, and as a parameter of `import.sql`. Parameters must implement `Debug`, but this one is
/// never printed.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Sent {
    /// The index in the file.
    #[serde(skip_deserializing)]
    place: usize,
    #[serde(skip_deserializing)]
    id: i64,
    uuid: String,
    product_id: i64,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    layers_by_surface: Map<String, Value>,
    #[serde(default)]
    canvas_size: Option<CanvasSize>,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    is_public: bool,
    #[serde(default)]
    customer_email: Option<String>,
    #[serde(default, skip_serializing)]
    session_id: Option<String>,
    #[serde(skip_deserializing)]
    session_sha256: Option<String>,
}

/// A fault that only the database can find.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    NoSuchProduct,
    NoSuchCustomer,
    UuidIsTaken,
    SessionHasEnded,
}

/// Imports legacy designs, either all or none. The JSON text is one design or an array of designs. Returns the number
/// of designs. If a `sessionId` belongs to no session, the session is created.
pub async fn import_legacy(
    db: &Db,
    origin: &Origin,
    site_id: i64,
    json: &str,
    now: DateTime<Utc>,
) -> Result<usize, ImportRefusal> {
    let mut faults = Faults::default();
    let sent = read(json, &mut faults)?;
    let mut known = HashSet::new();
    for design in &sent {
        if !known.insert(design.uuid.to_ascii_lowercase()) {
            faults.add(design.place, "/uuid", "is given twice");
        }
    }
    faults.none()?;
    let params = [&site_id as _, &Json(&sent) as _, &now as _, &(now - DESIGN_SESSION_TTL) as _];
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let judged: Vec<(i64, Verdict)> =
        transaction.rows(include_str!("import/import.sql"), &params).await?;
    for (place, verdict) in judged {
        if let Some(design) = sent.iter().find(|design| design.place as i64 == place) {
            let (pointer, text) = design.fault(verdict, site_id);
            faults.add(design.place, pointer, text);
        }
    }
    faults.none()?;
    if !sent.is_empty() {
        let target = Target::new("site", site_id);
        record(&transaction, site_id, origin, target, &["designs"], now).await?;
    }
    transaction.commit().await?;
    Ok(sent.len())
}

/// Returns the designs that can be read.
fn read(json: &str, faults: &mut Faults) -> Result<Vec<Sent>, ImportRefusal> {
    let value: Value = serde_json::from_str(json)
        .map_err(|error| ImportRefusal::Faults(vec![format!("not JSON: {error}")]))?;
    let values = match value {
        Value::Array(values) => {
            faults.is_array = true;
            values
        }
        value => vec![value],
    };
    let mut sent = Vec::new();
    for (place, value) in values.into_iter().enumerate() {
        if !value.is_object() {
            faults.add(place, "", "must be an object");
            continue;
        }
        match serde_json::from_value::<Sent>(value) {
            Ok(design) => {
                design.check(place, faults);
                sent.push(Sent {
                    place,
                    id: random_id(),
                    customer_email: design.customer_email.as_deref().map(normalized),
                    session_sha256: design.session_id.as_deref().map(|id| hex::encode(digest(id))),
                    ..design
                });
            }
            Err(error) => faults.add(place, "", error),
        }
    }
    Ok(sent)
}

impl Sent {
    fn check(&self, place: usize, faults: &mut Faults) {
        let mut add = |pointer: &str, text: &str| faults.add(place, pointer, text);
        if !is_uuid(&self.uuid) {
            add("/uuid", "must be a UUID");
        }
        let is_text = |text: &str, most: usize| {
            !text.is_empty() && text.chars().count() <= most && !text.contains('\0')
        };
        if self.name.as_ref().is_some_and(|name| !is_text(name, MAX_DESIGN_NAME_CHARACTERS)) {
            add("/name", "must have 1 to 255 characters, and no NUL");
        }
        if self.canvas_size.as_ref().is_some_and(|size| !(size.width > 0.0 && size.height > 0.0)) {
            add("/canvasSize", "must have a width and a height above 0");
        }
        let status = self.status.as_deref().unwrap_or("draft");
        if !LegacyDesignStatus::VALUES.contains(&status) {
            let known = LegacyDesignStatus::VALUES.join(", ");
            add("/status", &format!("must be one of {known}"));
        }
        match (&self.customer_email, &self.session_id) {
            (None, None) => add("", "needs customerEmail or sessionId"),
            (Some(_), Some(_)) => add("", "needs customerEmail or sessionId, not both"),
            (Some(email), None) if email.contains('\0') => {
                add("/customerEmail", "must not hold NUL")
            }
            (None, Some(id)) if !is_text(id, MAX_SESSION_ID_CHARACTERS) => {
                add("/sessionId", "must have 1 to 255 characters, and no NUL")
            }
            _ => {}
        }
        let layers = serde_json::to_string(&self.layers_by_surface).unwrap_or_default();
        if layers.len() > MAX_LAYERS_BYTES {
            add("/layersBySurface", "must have at most 1 MiB");
        }
        // JSON contains NUL as `\u0000`. Escaped backslashes are removed first, because `\\u0000` is a backslash and
        // the text `u0000`.
        if layers.replace("\\\\", "").contains("\\u0000") {
            add("/layersBySurface", "must not hold NUL");
        }
    }

    fn fault(&self, verdict: Verdict, site_id: i64) -> (&'static str, String) {
        let product_id = self.product_id;
        match verdict {
            Verdict::NoSuchProduct => {
                ("/productId", format!("site {site_id} has no product {product_id}"))
            }
            Verdict::NoSuchCustomer => {
                ("/customerEmail", format!("site {site_id} has no such customer"))
            }
            Verdict::UuidIsTaken => ("/uuid", format!("site {site_id} has such a design already")),
            Verdict::SessionHasEnded => ("/sessionId", "that session has ended".to_owned()),
        }
    }
}

/// The faults found so far, by the design's index in the file.
#[derive(Default)]
struct Faults {
    is_array: bool,
    found: BTreeMap<usize, Vec<String>>,
}

impl Faults {
    fn add(&mut self, place: usize, pointer: &str, text: impl fmt::Display) {
        let place_in_file = if self.is_array { format!("/{place}") } else { String::new() };
        let pointer = place_in_file + pointer;
        let line = if pointer.is_empty() { text.to_string() } else { format!("{pointer}: {text}") };
        // Replaces control characters, so that a file cannot control the terminal that shows the message.
        let line = line.replace(char::is_control, "\u{fffd}");
        self.found.entry(place).or_default().push(line);
    }

    fn none(&self) -> Result<(), ImportRefusal> {
        match self.found.is_empty() {
            true => Ok(()),
            false => Err(ImportRefusal::Faults(self.found.values().flatten().cloned().collect())),
        }
    }
}
