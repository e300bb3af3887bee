//! The OpenAPI documents as the tests read them: operations with their parameters, security and responses.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use stoa::apis::{APIS, Api};
use stoa_runtime::{Disagreement, DocumentedResponses};

static DOCUMENTS: LazyLock<Vec<Document>> =
    LazyLock::new(|| APIS.iter().map(Document::new).collect());

/// All documents, in the order of the table of APIs.
pub fn all() -> &'static [Document] {
    &DOCUMENTS
}

/// The document of the API with this name.
pub fn of(api: &str) -> &'static Document {
    DOCUMENTS.iter().find(|document| document.api.document.name == api).unwrap()
}

pub struct Document {
    /// The row of the table.
    pub api: &'static Api,
    pub operations: Vec<Operation>,
    /// Paths that serve the document, with their media types.
    pub served_at: Vec<(String, &'static str)>,
    /// The documented responses as the production check reads them.
    pub responses: DocumentedResponses,
    pub base_path: &'static str,
    /// The document as written.
    pub json: Value,
    /// The document lowered to OpenAPI 3.0.
    pub lowered: Value,
}

pub struct Operation {
    /// The operationId in snake case: `list_posts`.
    pub id: String,
    pub tag: String,
    pub method: String,
    /// Path template, including the base path.
    pub path: String,
    pub parameters: Vec<Parameter>,
    pub key: Key,
    /// Alternatives: a caller needs all roles of one of them.
    pub roles: Vec<Vec<String>>,
    pub grows_storage: bool,
    /// The document's example of the JSON body; null for an operation without one.
    pub body: Value,
    /// Whether the body may be absent.
    pub is_body_optional: bool,
    /// Folder of the operation's snapshots below `tests/snapshots`, since two documents may have operations of the same
    /// name.
    pub folder: &'static str,
    responses: HashMap<u16, Value>,
}

pub struct Parameter {
    pub name: String,
    /// `path`, `query`, `header`.
    pub place: String,
    /// The document's example value.
    pub example: Option<String>,
}

/// Whether an operation needs a credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    Required,
    Optional,
    /// Either a credential or, for a legacy design, a `sessionId` in the query or the body. The server reads query and
    /// body before it refuses a call with neither.
    OrSessionId,
    /// Optional, and an invalid credential counts as none.
    Lenient,
    None,
}

/// The example of a body, or the first of several.
fn example(content: &Value) -> Value {
    let first = content["examples"].as_object().and_then(|examples| examples.values().next());
    first.map_or(&content["example"], |example| &example["value"]).clone()
}

/// The roles that a security requirement names.
fn roles(requirement: &Value) -> Vec<String> {
    let lists = requirement.as_object().unwrap().values();
    let roles = lists.flat_map(|roles| roles.as_array().unwrap());
    roles.map(|role| role.as_str().unwrap().to_owned()).collect()
}

/// The paths that serve the API's document, with their media types.
fn served_at(api: &Api) -> Vec<(String, &'static str)> {
    let mut served = vec![(api.json_3_0_path(), "application/json")];
    for path in api.document_paths() {
        served.push((format!("{path}.yaml"), "application/yaml"));
        served.push((format!("{path}.json"), "application/json"));
    }
    served
}

impl Document {
    fn new(api: &'static Api) -> Self {
        let stoa_runtime::Document { base_path, json, json_3_0, .. } = api.document;
        let mut document = Self {
            api,
            operations: Vec::new(),
            served_at: served_at(api),
            responses: DocumentedResponses::new(base_path, json).unwrap(),
            base_path,
            json: serde_json::from_str(json).unwrap(),
            lowered: serde_json::from_str(json_3_0).unwrap(),
        };
        let paths = document.json["paths"].as_object().unwrap();
        let operations = paths.iter().flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().iter().filter(|(key, _)| *key != "parameters");
            let path = format!("{base_path}{path}");
            methods
                .map(|(method, node)| document.operation(method, &path, item, node))
                .collect::<Vec<_>>()
        });
        document.operations = operations.collect();
        document
    }

    /// Whether payment and shipping providers call this operation, rather than our clients.
    pub fn is_inbound(&self, operation: &Operation) -> bool {
        let mut tags = self.json["tags"].as_array().unwrap().iter();
        tags.any(|tag| tag["name"] == operation.tag && tag["x-inbound"] == true)
    }

    fn operation(&self, method: &str, path: &str, item: &Value, node: &Value) -> Operation {
        let list = |node: &Value| node["parameters"].as_array().cloned().unwrap_or_default();
        let parameters = list(item).into_iter().chain(list(node)).map(|parameter| {
            let parameter = self.resolve(&parameter);
            Parameter {
                name: parameter["name"].as_str().unwrap().into(),
                place: parameter["in"].as_str().unwrap().into(),
                example: match &parameter["example"] {
                    Value::Array(items) => {
                        let items: Vec<String> = items.iter().map(Value::to_string).collect();
                        Some(items.join(","))
                    }
                    Value::Null => None,
                    Value::String(text) => Some(text.clone()),
                    other => Some(other.to_string()),
                },
            }
        });
        let responses = node["responses"].as_object().unwrap().iter();
        let schemes = node["security"].as_array().unwrap();
        Operation {
            id: snake_case(node["operationId"].as_str().unwrap()),
            tag: node["tags"][0].as_str().unwrap().into(),
            method: method.to_uppercase(),
            path: path.into(),
            parameters: parameters.collect(),
            key: match schemes.contains(&json!({})) {
                true if node["x-credential"] == "lenient" => Key::Lenient,
                true if path.contains("{designId}") && self.takes_session_id(node) => {
                    Key::OrSessionId
                }
                true => Key::Optional,
                false if schemes.is_empty() => Key::None,
                false => Key::Required,
            },
            roles: schemes.iter().map(roles).collect(),
            grows_storage: node["x-grows-storage"] == true,
            body: example(json_body(node)),
            is_body_optional: node["requestBody"]["required"] == false,
            folder: match self.api.document.name {
                // These APIs have no folder of their own.
                "rest-v1" | "live-chat" => "",
                name => name,
            },
            responses: responses
                .filter(|(status, _)| !status.starts_with("x-"))
                .map(|(status, it)| (status.parse().unwrap(), self.resolve(it).clone()))
                .filter(|(_, response)| !is_retired(response))
                .collect(),
        }
    }

    fn takes_session_id(&self, operation: &Value) -> bool {
        let schema = &json_body(operation)["schema"];
        let in_body = !self.resolve(schema)["properties"]["sessionId"].is_null();
        let mut parameters = operation["parameters"].as_array().into_iter().flatten();
        in_body || parameters.any(|parameter| parameter["name"] == "sessionId")
    }

    /// The operations at a path. A static segment takes precedence over a parameter.
    pub fn operations_at(&self, path: &str) -> Option<(&Self, Vec<&Operation>)> {
        let fitting = self.operations.iter().filter(|operation| operation.fits(path));
        let template = &fitting.min_by_key(|operation| operation.open_segments())?.path;
        Some((
            self,
            self.operations.iter().filter(|operation| operation.path == *template).collect(),
        ))
    }

    /// Resolves a `$ref`; any other node is returned unchanged.
    pub fn resolve<'a>(&'a self, node: &'a Value) -> &'a Value {
        match node["$ref"].as_str() {
            Some(reference) => self.json.pointer(&reference[1..]).unwrap(),
            None => node,
        }
    }

    /// Checks a value against the schema of a response body, or of an event in its stream.
    pub fn validate(
        &self,
        operation: &Operation,
        status: u16,
        media_type: &str,
        value: &Value,
    ) -> Result<()> {
        let place = (operation.method.as_str(), operation.path.as_str());
        let found = self.responses.check_value(place, status, media_type, value);
        agree(found.context("the document has no such body")?)
    }
}

/// Fails with all disagreements, if there are any.
pub fn agree(found: Vec<Disagreement>) -> Result<()> {
    let details: Vec<&str> = found.iter().map(|it| it.detail.as_str()).collect();
    if details.is_empty() { Ok(()) } else { bail!("not as documented: {}", details.join("; ")) }
}

impl Operation {
    pub fn response(&self, status: u16) -> Option<&Value> {
        self.responses.get(&status)
    }

    pub fn statuses(&self) -> BTreeSet<u16> {
        self.responses.keys().copied().collect()
    }

    /// The path with these values in place of its parameters.
    pub fn path_of(&self, values: &[(&str, &str)]) -> String {
        values.iter().fold(self.path.clone(), |path, (name, value)| {
            path.replace(&format!("{{{name}}}"), value)
        })
    }

    fn fits(&self, path: &str) -> bool {
        let (mut ours, mut theirs) = (self.path.split('/'), path.split('/'));
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return true,
                (Some(our), Some(their))
                    if our == their || (our.starts_with('{') && !their.is_empty()) => {}
                _ => return false,
            }
        }
    }

    /// Which segments are parameters. Of two matching paths, the one whose first parameter comes later takes
    /// precedence.
    fn open_segments(&self) -> Vec<bool> {
        self.path.split('/').map(|segment| segment.starts_with('{')).collect()
    }
}

pub fn snake_case(camel_case: &str) -> String {
    let letters = camel_case.chars().flat_map(|letter| {
        let underscore = letter.is_ascii_uppercase().then_some('_');
        underscore.into_iter().chain([letter.to_ascii_lowercase()])
    });
    letters.collect()
}

/// Whether the server no longer gives any reason of this failure.
fn is_retired(response: &Value) -> bool {
    let examples = response["content"]["application/json"]["examples"].as_object();
    examples.is_some_and(|examples| {
        !examples.is_empty() && examples.values().all(|example| example["x-retired"] == true)
    })
}

/// The JSON body of an operation, which may be a merge patch.
fn json_body(operation: &Value) -> &Value {
    let content = &operation["requestBody"]["content"];
    match &content["application/json"] {
        Value::Null => &content["application/merge-patch+json"],
        body => body,
    }
}
