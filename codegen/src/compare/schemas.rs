//! Compares two schemas for values in one direction.

mod bounds;
mod properties;
mod read;
mod unions;

use serde_json::Value;

use self::read::{Kind, Schema};
use super::comparison::Comparison;
use super::located::{Located, Matched, matched, short};
use super::rules::{Direction, Rule};

/// Compares schemas of values in one direction. No pair is compared twice, because a schema may contain itself, and most
/// schemas are used in many places.
pub struct Schemas<'c, 'a> {
    comparison: &'c mut Comparison<'a>,
    direction: Direction,
}

impl<'a> Comparison<'a> {
    pub fn schemas(&mut self, direction: Direction) -> Schemas<'_, 'a> {
        Schemas { comparison: self, direction }
    }
}

/// Keywords that have their own rules, besides the bounds.
const COMPARED: &[&str] = &[
    "$ref",
    "additionalProperties",
    "allOf",
    "const",
    "default",
    "discriminator",
    "enum",
    "items",
    "oneOf",
    "properties",
    "required",
    "type",
];

impl<'a> Schemas<'_, 'a> {
    fn report(&mut self, rule: Rule, at: &Located<'_>, text: impl Into<String>) {
        self.comparison.report_value(self.direction, rule, at, text);
    }

    pub fn compare(&mut self, old: &Located<'a>, new: &Located<'a>) {
        let pair = [old.pointer.clone(), new.pointer.clone()];
        if !self.comparison.compared.insert((self.direction, pair)) {
            return;
        }
        if (old.value == false) != (new.value == false) {
            self.report(Rule::Unknown, new, "was, or is, `false`");
        }
        let (old, new) = (Schema::read(old), Schema::read(new));
        self.rest(&old, &new);
        self.name(&old, &new);
        self.null(&old, &new);
        self.default(&old, &new);
        self.shape(&old, &new);
    }

    fn rest(&mut self, old: &Schema<'a>, new: &Schema<'a>) {
        let compared = [COMPARED, bounds::KEYWORDS].concat();
        self.comparison.rest(&old.body, &new.body, &compared);
        for (old, new) in old.around.iter().zip(&new.around) {
            self.comparison.rest(old, new, &compared);
        }
        if old.foreign() != new.foreign() {
            let text = "the type is made of what is outside the dialect";
            self.report(Rule::Unknown, new.outermost(), text);
        }
        for (rule, is_compared) in [
            (Rule::MessageChanged, is_message as fn(&str) -> bool),
            (Rule::Unknown, is_unknown_in_all_of),
        ] {
            if old.entries_with(is_compared) != new.entries_with(is_compared) {
                let at = new.get("allOf").or_else(|| old.get("allOf"));
                self.report(rule, at.as_ref().unwrap_or(&new.body), "`allOf` changed");
            }
        }
    }

    /// Compares the names of schemas. In clients, each object, enum and union is a type with the name of its schema.
    fn name(&mut self, old: &Schema<'a>, new: &Schema<'a>) {
        let (was, is) = (old.type_name(), new.type_name());
        if was != is {
            // A schema that was renamed everywhere is reported once, at its new definition.
            let renamed = was
                .zip(is)
                .is_some_and(|(was, is)| !old.has_component(is) && !new.has_component(was));
            let at = if renamed { &new.body } else { new.outermost() };
            let shown = |name: Option<&str>| {
                name.map_or("without a name".to_owned(), |name| format!("a `{name}`"))
            };
            self.report(Rule::TypeRenamed, at, format!("was {}, is {}", shown(was), shown(is)));
        }
        if let Some(was) = old.alias().filter(|was| !new.has_component(was)) {
            let text = format!("was a `{was}`, which is gone");
            self.report(Rule::TypeRenamed, new.outermost(), text);
        }
    }

    fn null(&mut self, old: &Schema<'a>, new: &Schema<'a>) {
        match (old.nullable, new.nullable) {
            (true, false) if new.kind != Kind::Any => {
                self.report(Rule::NullRefused, new.outermost(), "may not be null");
            }
            (false, true) if old.kind != Kind::Any => {
                self.report(Rule::NullAllowed, new.outermost(), "may be null");
            }
            _ => {}
        }
    }

    fn default(&mut self, old: &Schema<'a>, new: &Schema<'a>) {
        let [was, is] =
            [old, new].map(|schema| schema.get("default").filter(|at| !at.value.is_null()));
        let value = |at: &Option<Located<'a>>| at.as_ref().map_or(&Value::Null, |at| at.value);
        if value(&was) == value(&is) {
            return;
        }
        let text = format!("was {}, is {}", short(value(&was)), short(value(&is)));
        let is_page_size = self.direction == Direction::Request && new.get("x-cap").is_some();
        let rule = match (value(&was).as_i64(), value(&is).as_i64()) {
            (Some(was), Some(is)) if is > was && is_page_size => Rule::PageSizeRaised,
            _ => Rule::DefaultChanged,
        };
        if let Some(at) = is.or(was) {
            self.report(rule, &at, text);
        }
    }

    fn shape(&mut self, old: &Schema<'a>, new: &Schema<'a>) {
        use Kind::{Any, Array, Constant, Map, Object, Several, Union};
        let text = format!("was {}, is {}", old.describe(), new.describe());
        match (old.kind, new.kind) {
            (Union, _) | (_, Union) if old.kind != Any && new.kind != Any => self.unions(old, new),
            (Constant, Constant) if old.constant() == new.constant() => self.bounds(old, new),
            (Constant, _) | (_, Constant) => {
                self.report(Rule::ConstantChanged, &new.typed(), text);
            }
            (Object, Object) => self.properties(old, new),
            (was, is) if was == is && (was != Several || old.describe() == new.describe()) => {
                match was {
                    Array => self.inner(old, new, "items"),
                    Map => self.inner(old, new, "additionalProperties"),
                    _ => self.values(old, new),
                }
                self.bounds(old, new);
            }
            _ => self.report(Rule::TypeChanged, &new.typed(), text),
        }
    }

    /// Compares the items of an array or the values of a map. Without a schema for them, any JSON is allowed.
    fn inner(&mut self, old: &Schema<'a>, new: &Schema<'a>, key: &str) {
        match (old.body.get(key), new.body.get(key)) {
            // In clients, a free-form object is of another type than a map with a schema, even one that allows any JSON.
            (Some(old), Some(new)) if old.value.is_boolean() == new.value.is_boolean() => {
                self.compare(&old, &new);
            }
            (None, None) => {}
            _ => self.report(
                Rule::TypeChanged,
                &new.body,
                format!("`{key}` is free-form, or not any more"),
            ),
        }
    }

    fn values(&mut self, old: &Schema<'a>, new: &Schema<'a>) {
        match (old.body.get("enum"), new.body.get("enum")) {
            (Some(old), Some(new)) => {
                let Matched { gone, fresh, .. } =
                    matched(old.items(), new.items(), |was, is| was.value == is.value);
                for value in gone {
                    let text = format!("{} is gone", short(value.value));
                    self.report(Rule::EnumValueRemoved, &new, text);
                }
                for value in fresh {
                    self.report(
                        Rule::EnumValueAdded,
                        &new,
                        format!("{} is new", short(value.value)),
                    );
                }
            }
            (None, Some(new)) => self.report(Rule::EnumClosed, &new, "is a list of values"),
            (Some(old), None) => self.report(Rule::EnumOpened, &old, "was a list of values"),
            (None, None) => {}
        }
    }
}

fn is_message(key: &str) -> bool {
    ["x-message", "x-status"].contains(&key)
}

/// Whether an entry of `allOf` has a keyword that the dialect does not allow there, such as a composition.
fn is_unknown_in_all_of(key: &str) -> bool {
    !is_message(key) && !bounds::KEYWORDS.contains(&key) && !["description", "type"].contains(&key)
}
