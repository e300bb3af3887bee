//! Designers and their designs, for the tests of designs.

use serde_json::{Value, json};

use crate::harness::*;

pub const DESIGNS: &str = "/api/storefront/1/designs";

pub const UPLOAD_IMAGE: &str = "/api/storefront/1/designs/upload-image";

/// The UUID of a legacy design.
pub const LEGACY_UUID: &str = "00000000-0000-1000-8000-00000000001a";

pub const NO_DESIGNER: Designer = Designer { token: None, session: None };

/// The mug, a product that can be designed.
pub const MUG: i64 = 4;

/// A caller's credentials: a customer's token, the cookie of a designer session, both, or neither.
#[derive(Debug, Clone, Default)]
pub struct Designer {
    pub token: Option<String>,
    pub session: Option<String>,
}

/// A new design.
#[derive(Debug, Clone)]
pub struct Begun {
    pub id: i64,
    pub uuid: String,
    pub designer: Designer,
}

impl Designer {
    pub fn with_token(token: &str) -> Self {
        Self { token: Some(token.to_owned()), session: None }
    }

    pub fn with_session(session: &str) -> Self {
        Self { token: None, session: Some(session.to_owned()) }
    }

    /// Sends a call with the caller's credentials.
    pub fn call<'a>(&self, server: &'a Server, method: &'static str, path: &str) -> Request<'a> {
        let request = server.request(method, path);
        let request = match &self.token {
            Some(token) => request.bearer(token),
            None => request,
        };
        match &self.session {
            Some(session) => request.header("cookie", &format!("svc_design_session={session}")),
            None => request,
        }
    }

    /// Calls the design with this number or UUID.
    pub fn of<'a>(
        &self,
        server: &'a Server,
        method: &'static str,
        design: impl std::fmt::Display,
    ) -> Request<'a> {
        self.call(server, method, &format!("{DESIGNS}/{design}"))
    }

    /// Creates a design of the mug.
    pub async fn begins(&self, server: &Server) -> Begun {
        let begun = self.call(server, "POST", DESIGNS).json(&json!({"productId": MUG})).await;
        design_of_response(self, &begun)
    }
}

/// The design in a response of createDesign or cloneDesign.
pub fn design_of_response(designer: &Designer, answer: &Exchange) -> Begun {
    assert!(answer.status() < 300, "{}", answer.message());
    let data = &answer.json["data"];
    let session = data["sessionId"].as_str().map(str::to_owned);
    Begun {
        id: data["id"].as_i64().unwrap(),
        uuid: data["uuid"].as_str().unwrap().to_owned(),
        designer: Designer { session: session.or(designer.session.clone()), ..designer.clone() },
    }
}

/// Creates a design without credentials, and so with a new session.
pub async fn begun(server: &Server) -> Begun {
    Designer::default().begins(server).await
}

/// Creates a design with a new session, and returns the server and the design.
pub async fn with_design(server: Server) -> (Server, Begun) {
    let design = begun(&server).await;
    (server, design)
}

/// A new designer with the legacy design [`LEGACY_UUID`].
pub async fn owner_of_legacy(server: &Server) -> Designer {
    let owner = begun(server).await.designer;
    legacy(server, LEGACY_UUID, owner.session.as_deref().unwrap()).await;
    owner
}

/// A text layer on the mug.
pub fn text_layer(text: &str) -> Value {
    json!({"type": "text", "side": "wrap", "text": text, "x": 0.5, "y": 0.5})
}

/// Inserts a legacy design of the mug that belongs to the session with this token. Snapshots hide UUIDs of version 4.
pub async fn legacy(server: &Server, uuid: &str, session: &str) {
    let digest = hex::encode(stoa_designs::digest(session));
    let now = server.now().to_rfc3339();
    let sql = format!(
        "insert into designs (
            site_id, id, uuid, legacy, product_id, session_sha256, name, layers_by_surface, canvas_width,
            canvas_height, created_at, updated_at
        ) values (
            1, floor(random() * 1e15)::bigint + 1e12::bigint, '{uuid}', true, {MUG}, '\\x{digest}', 'Old anchor',
            '{{\"wrap\": [{{\"type\": \"text\", \"text\": \"Ahoy\", \"x\": 600, \"y\": 300}}]}}', 1200, 600,
            '{now}', '{now}'
        )"
    );
    server.sql(&sql).await;
}
