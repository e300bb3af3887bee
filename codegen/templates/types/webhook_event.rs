// about
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
// open
pub enum WebhookEvent {
    // variants
    /// An event that this version of the document lacks.
    Unknown(UnknownWebhookEvent),
}

impl WebhookEvent {
    /// The event's `type`.
    pub fn kind(&self) -> &str {
        match self {
            // kinds
            Self::Unknown(event) => event.kind(),
        }
    }
}

impl<'de> Deserialize<'de> for WebhookEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;

        let body = serde_json::Value::deserialize(deserializer)?;
        let kind = body.get("type").and_then(serde_json::Value::as_str);
        let kind = kind.ok_or_else(|| D::Error::custom("an event needs a string as its `type`"))?;
        let event = match kind {
            // payloads
            _ => Ok(Self::Unknown(UnknownWebhookEvent(body))),
        };
        event.map_err(D::Error::custom)
    }
}

/// An event that this version of the document lacks. Programs receive such events and cannot make them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UnknownWebhookEvent(serde_json::Value);

impl UnknownWebhookEvent {
    /// The event's `type`.
    pub fn kind(&self) -> &str {
        self.0["type"].as_str().unwrap_or_default()
    }

    /// The whole JSON of the event.
    pub fn body(&self) -> &serde_json::Value {
        &self.0
    }
}
