//! The APIs' documents, served as YAML byte for byte, as JSON, and as OpenAPI 3.0.

use std::sync::Arc;

use stoa_runtime::{Call, Error, Operation, Reply, Routes};

use crate::apis::Api;
use crate::static_file::StaticFile;

/// The operation that serves a document is itself in no document, so it documents no error.
impl Operation for StaticFile {
    const ID: &'static str = "openapi";
}

pub fn routes(apis: &[&Api]) -> Routes {
    let mut routes = Routes::new();
    for api in apis {
        let stoa_runtime::Document { yaml, json, json_3_0, .. } = api.document;
        for path in api.document_paths() {
            routes = routes
                .merge(document(&format!("{path}.yaml"), "application/yaml", yaml))
                .merge(document(&format!("{path}.json"), "application/json", json));
        }
        routes = routes.merge(document(&api.json_3_0_path(), "application/json", json_3_0));
    }
    routes
}

fn document(path: &str, media_type: &'static str, content: &'static str) -> Routes {
    let document = Arc::new(StaticFile::new(media_type, content));
    Routes::new().get(path, &document, |document, call| Box::pin(serve(document, call)))
}

async fn serve(document: &StaticFile, call: &mut Call) -> Result<Reply, Error<StaticFile>> {
    Ok(document.reply(call)?)
}
