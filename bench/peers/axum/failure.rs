//! Error responses.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

pub struct Failure {
    status: StatusCode,
    message: &'static str,
}

impl Failure {
    pub fn not_found(message: &'static str) -> Self {
        Self { status: StatusCode::NOT_FOUND, message }
    }

    pub fn conflict(message: &'static str) -> Self {
        Self { status: StatusCode::CONFLICT, message }
    }
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(_: E) -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, message: "Internal server error" }
    }
}

#[derive(Serialize)]
struct Envelope {
    success: bool,
    message: &'static str,
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let envelope = Envelope { success: false, message: self.message };
        (self.status, Json(envelope)).into_response()
    }
}
