//! Compares two schemas for values in one direction.

mod bounds;
mod messages;
mod properties;
mod read;
mod unions;

use std::collections::HashSet;

use serde_json::Value;

pub use self::messages::refusal;
use self::read::{Kind, Schema};
use super::finding::Findings;
use super::keys;
use super::located::{Located, short};
use super::rules::{Direction, Rule};

/// Compares schemas, each pair once for each direction.
pub struct Schemas<'f, 'd> {
    pub findings: &'f mut Findings<'d>,
    seen: &'f mut Seen,
}

/// Pairs of schemas that were compared. No pair is compared twice, because a schema may contain itself, and most schemas
/// are used in many places.
pub type Seen = HashSet<Pair>;

/// The pointers of two schemas, and the direction of their values.
#[derive(PartialEq, Eq, Hash)]
pub struct Pair {
    old: String,
    new: String,
    direction: Direction,
}

/// Keywords that have their own rules. A change of any other keyword is reported as wording or as a changed keyword.
const COMPARED: &[&str] = &[
    "$ref",
    "additionalProperties",
    "allOf",
    "const",
    "default",
    "discriminator",
    "enum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "type",
    "x-cap",
    "x-max-bytes",
    "x-max-depth",
    "x-max-keys",
    "x-max-nodes",
    "x-message",
    "x-patch",
    "x-status",
    "x-trim",
];

impl<'f, 'd> Schemas<'f, 'd> {
    pub fn new(findings: &'f mut Findings<'d>, seen: &'f mut Seen) -> Self {
        Self { findings, seen }
    }

    pub fn compare(&mut self, direction: Direction, old: &Located<'_>, new: &Located<'_>) {
        if !self.seen.insert(Pair { old: old.pointer.clone(), new: new.pointer.clone(), direction })
        {
            return;
        }
        let refuses_all = |at: &Located<'_>| at.value == false;
        if refuses_all(old) != refuses_all(new) {
            self.findings.report_value(direction, Rule::KeywordChanged, new, "was, or is, `false`");
        }
        let (old, new) = (Schema::read(old), Schema::read(new));
        self.rest(direction, &old, &new);
        self.name(direction, &old, &new);
        self.null(direction, &old, &new);
        self.default(direction, &old, &new);
        if direction == Direction::Request {
            self.request_alone(&old, &new);
        }
        self.shape(direction, &old, &new);
    }

    fn rest(&mut self, direction: Direction, old: &Schema<'_>, new: &Schema<'_>) {
        keys::rest_of_schema(self.findings, direction, &old.body, &new.body, COMPARED);
        for (old, new) in old.around.iter().zip(&new.around) {
            keys::rest_of_schema(self.findings, direction, old, new, COMPARED);
        }
        if old.foreign() != new.foreign() {
            let text = "the type is made of what is outside the dialect";
            self.findings.report_value(direction, Rule::KeywordChanged, new.outermost(), text);
        }
        messages::rest(self.findings, direction, old, new);
    }

    /// Compares the names of schemas. In clients, each object, enum and union is a type with the name of its schema.
    fn name(&mut self, direction: Direction, old: &Schema<'_>, new: &Schema<'_>) {
        let (was, is) = (old.type_name(), new.type_name());
        match (was, is) {
            (Some(was), Some(is)) if was != is => {
                // A schema that was renamed everywhere is reported once, at its new definition.
                let renamed = !old.has_component(is) && !new.has_component(was);
                let at = if renamed { &new.body } else { new.outermost() };
                let text = format!("was a `{was}`, is a `{is}`");
                self.findings.report_value(direction, Rule::TypeRenamed, at, text);
            }
            (Some(was), None) => {
                let text = format!("was a `{was}`, has no name any more");
                self.findings.report_value(direction, Rule::TypeRenamed, new.outermost(), text);
            }
            (None, Some(is)) => {
                let text = format!("is a `{is}`, had no name");
                self.findings.report_value(direction, Rule::TypeNamed, new.outermost(), text);
            }
            _ => {}
        }
        if let Some(was) = old.alias().filter(|was| !new.has_component(was)) {
            let text = format!("was a `{was}`, which is gone");
            self.findings.report_value(direction, Rule::TypeRenamed, new.outermost(), text);
        }
    }

    fn null(&mut self, direction: Direction, old: &Schema<'_>, new: &Schema<'_>) {
        match (old.nullable, new.nullable) {
            (true, false) if new.kind != Kind::Any => self.findings.report_value(
                direction,
                Rule::NullRefused,
                new.outermost(),
                "may not be null",
            ),
            (false, true) if old.kind != Kind::Any => self.findings.report_value(
                direction,
                Rule::NullAllowed,
                new.outermost(),
                "may be null",
            ),
            _ => {}
        }
    }

    fn default(&mut self, direction: Direction, old: &Schema<'_>, new: &Schema<'_>) {
        let [was, is] =
            [old, new].map(|schema| schema.get("default").filter(|at| !at.value.is_null()));
        let text = match (&was, &is) {
            (Some(was), Some(is)) if was.value == is.value => return,
            (Some(was), Some(is)) => format!("was {}, is {}", short(was.value), short(is.value)),
            (None, Some(is)) => format!("is {}, was none", short(is.value)),
            (Some(was), None) => format!("was {}, is none", short(was.value)),
            (None, None) => return,
        };
        let number = |at: &Option<Located<'_>>| at.as_ref().and_then(|at| at.value.as_i64());
        let is_page_size = direction == Direction::Request && new.get("x-cap").is_some();
        let rule = match (number(&was), number(&is)) {
            (Some(was), Some(is)) if is > was && is_page_size => Rule::PageSizeRaised,
            _ => Rule::DefaultChanged,
        };
        if let Some(at) = is.or(was) {
            self.findings.report_value(direction, rule, &at, text);
        }
    }

    /// Compares keywords that matter only in requests.
    fn request_alone(&mut self, old: &Schema<'_>, new: &Schema<'_>) {
        for (key, rule) in [("x-trim", Rule::TrimChanged), ("x-patch", Rule::PatchChanged)] {
            let (was, is) = (old.get(key), new.get(key));
            let holds = |at: &Option<Located<'_>>| at.as_ref().is_some_and(|at| at.value == true);
            if holds(&was) != holds(&is) {
                let text = if holds(&is) { "is new" } else { "is gone" };
                let at = is.or(was).unwrap_or_else(|| new.body.clone());
                self.findings.report_value(
                    Direction::Request,
                    rule,
                    &at,
                    format!("`{key}` {text}"),
                );
            }
        }
        messages::compare(self.findings, old, new);
    }

    fn shape(&mut self, direction: Direction, old: &Schema<'_>, new: &Schema<'_>) {
        use Kind::{Any, Array, Integer, Map, Number, Object, Union};
        let at = new.typed();
        let text = || format!("was {}, is {}", old.describe(), new.describe());
        let rule = match (old.kind, new.kind) {
            (Union, _) | (_, Union) if old.kind != Any && new.kind != Any => {
                return self.unions(direction, old, new);
            }
            (Kind::Several, Kind::Several) if old.describe() != new.describe() => Rule::TypeChanged,
            (Kind::Constant, Kind::Constant) if old.constant() == new.constant() => {
                return bounds::compare(self.findings, direction, old, new);
            }
            (Kind::Constant, _) | (_, Kind::Constant) => Rule::ConstantChanged,
            (Object, Object) => return self.properties(direction, old, new),
            (was, is) if was == is => {
                match was {
                    Array => self.inner(direction, old, new, "items"),
                    Map => self.inner(direction, old, new, "additionalProperties"),
                    _ => self.values(direction, old, new),
                }
                return bounds::compare(self.findings, direction, old, new);
            }
            (Integer, Number) | (_, Any) => Rule::TypeWidened,
            (Number, Integer) | (Any, _) => Rule::TypeNarrowed,
            _ => Rule::TypeChanged,
        };
        self.findings.report_value(direction, rule, &at, text());
        if rule != Rule::TypeChanged && rule != Rule::ConstantChanged {
            bounds::compare(self.findings, direction, old, new);
        }
    }

    /// Compares the items of an array or the values of a map. Without a schema for them, any JSON is allowed.
    fn inner(&mut self, direction: Direction, old: &Schema<'_>, new: &Schema<'_>, key: &str) {
        const ANYTHING: &Value = &Value::Bool(true);
        let inside = |schema: &Schema<'_>| schema.body.value.get(key).unwrap_or(ANYTHING).clone();
        match (old.body.get(key), new.body.get(key)) {
            // In clients, a free-form object is of another type than a map with a schema, even one that allows any JSON.
            (Some(old), Some(new)) if old.value.is_boolean() != new.value.is_boolean() => {
                let text = "is free-form, or not any more";
                self.findings.report_value(direction, Rule::TypeChanged, &new, text);
            }
            (Some(old), Some(new)) => self.compare(direction, &old, &new),
            (None, None) => {}
            _ if inside(old) == inside(new) => {}
            (Some(old), None) => {
                self.findings.report_value(direction, Rule::TypeWidened, &old, "holds any JSON");
            }
            (None, Some(new)) => {
                self.findings.report_value(direction, Rule::TypeNarrowed, &new, "held any JSON");
            }
        }
    }

    fn values(&mut self, direction: Direction, old: &Schema<'_>, new: &Schema<'_>) {
        match (old.body.get("enum"), new.body.get("enum")) {
            (Some(old), Some(new)) => {
                for value in old.items().iter().filter(|at| !has(&new, at.value)) {
                    let text = format!("{} is gone", short(value.value));
                    self.findings.report_value(direction, Rule::EnumValueRemoved, &new, text);
                }
                for value in new.items().iter().filter(|at| !has(&old, at.value)) {
                    let text = format!("{} is new", short(value.value));
                    self.findings.report_value(direction, Rule::EnumValueAdded, &new, text);
                }
            }
            (None, Some(new)) => {
                self.findings.report_value(
                    direction,
                    Rule::EnumClosed,
                    &new,
                    "is a list of values",
                );
            }
            (Some(old), None) => {
                self.findings.report_value(
                    direction,
                    Rule::EnumOpened,
                    &old,
                    "was a list of values",
                );
            }
            (None, None) => {}
        }
    }
}

fn has(list: &Located<'_>, value: &Value) -> bool {
    list.value.as_array().is_some_and(|list| list.contains(value))
}
