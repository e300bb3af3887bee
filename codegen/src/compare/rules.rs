//! The table of all rules: which changes break a client, which add to what it can do, and which only change wording.
//!
//! A client is a program that was built from the old document and still runs. The server must still accept its
//! requests, with the same meaning. The client must still be able to read the responses. Names are promises too,
//! because the client's next build uses them: operations, tags, parameters, schemas, properties, enum values.
//!
//! The rules decide the version of the document. The server crate, which is not published, has the same version. The
//! published crates have the version of `client-core`.

use heck::ToKebabCase;

/// What a change means for clients, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Breaking,
    Addition,
    Wording,
}

/// The direction of a value: clients send it, or read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    Request,
    Response,
}

/// Where a rule applies, and the class of a change that the rule reports.
enum Meaning {
    Anywhere(Class),
    Value { sent: Class, read: Class },
}

use Class::{Addition, Breaking, Wording};
use Meaning::Anywhere;

struct Entry {
    name: &'static str,
    meaning: Meaning,
    about: &'static str,
}

const fn value(sent: Class, read: Class) -> Meaning {
    Meaning::Value { sent, read }
}

macro_rules! rules {
    ($($rule:ident: $meaning:expr, $about:literal;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule { $($rule,)* }

        pub const RULES: &[Rule] = &[$(Rule::$rule,)*];

        impl Rule {
            fn entry(self) -> Entry {
                match self {
                    $(Rule::$rule => Entry {
                        name: stringify!($rule),
                        meaning: $meaning,
                        about: $about,
                    },)*
                }
            }
        }
    };
}

rules! {
    // Documents and operations
    DocumentRemoved: Anywhere(Breaking), "a whole API is gone";
    DocumentAdded: Anywhere(Addition), "an API is new";
    BasePathChanged: Anywhere(Breaking), "every call goes where nothing is";
    OperationRemoved: Anywhere(Breaking), "its calls are answered 404";
    OperationAdded: Anywhere(Addition), "there is more to call";
    OperationRenamed: Anywhere(Breaking), "an operationId is a method of every client";
    OperationTagged: Anywhere(Breaking), "a tag is a module or a class of clients";
    InboundAdded: Anywhere(Breaking), "clients of this generator have no methods for the operations of such a tag";
    InboundRemoved: Anywhere(Addition), "clients of this generator have methods for the tag's operations";
    IdempotencyRemoved: Anywhere(Breaking), "a call that is sent again is done again";
    IdempotencyAdded: Anywhere(Addition), "a call may be sent again";
    RateLimitChanged: Anywhere(Addition), "clients handle 429, so their code does not change";
    WebhookRemoved: Anywhere(Breaking), "integrators no longer receive it";
    WebhookAdded: Anywhere(Addition), "integrators that do not handle it are not affected";
    WebhookUntyped: Anywhere(Breaking), "clients lose the type of all events, because the payload has no `type` with the webhook's name";
    DeprecationAdded: Anywhere(Addition), "it still works; clients get a warning from the compiler";
    DeprecationRemoved: Anywhere(Addition), "clients no longer get a warning from the compiler";
    SunsetAdded: Anywhere(Addition), "the document now says when it ends";
    SunsetEarlier: Anywhere(Breaking), "it ends earlier than promised";
    SunsetLater: Anywhere(Addition), "it ends later than promised, or has no end any more";
    CacheSecondsAdded: Anywhere(Addition), "the document now says how old a response may be";
    CacheSecondsRaised: Anywhere(Breaking), "responses may be older than promised";
    CacheSecondsLowered: Anywhere(Addition), "responses are newer than promised";

    // Credentials
    SecurityRemoved: Anywhere(Breaking), "a credential, or none, that was enough is not any more";
    SecurityAdded: Anywhere(Addition), "there is another way to be let in";
    SchemeChanged: Anywhere(Breaking), "the credential is looked for elsewhere";
    SchemeRenamed: Anywhere(Breaking), "clients set the credential by its name";
    CredentialRenamed: Anywhere(Breaking), "clients set the credential by another name, because another scheme of its principal comes first";
    PrincipalChanged: Anywhere(Breaking), "a principal is a constructor of clients";
    CredentialStrict: Anywhere(Breaking), "a credential that does not hold is answered 401";
    CredentialLenient: Anywhere(Addition), "a credential that does not hold is let through";

    // Parameters
    ParameterRemoved: Anywhere(Breaking), "what clients give is ignored";
    ParameterAdded: Anywhere(Addition), "there is more to ask for";
    RequiredParameterAdded: Anywhere(Breaking), "calls without it are refused";
    ParameterRequired: Anywhere(Breaking), "calls without it are refused";
    ParameterOptional: Anywhere(Breaking), "it may be left out, so it is no longer an argument of clients";
    ParameterReordered: Anywhere(Breaking), "the same on the wire, but required parameters are arguments of clients, in order";
    ParameterEncoded: Anywhere(Breaking), "it is written in another way";
    PathParameterRenamed: Anywhere(Breaking), "the same on the wire, but an argument of clients";

    // Bodies and responses
    BodyRemoved: Anywhere(Breaking), "what clients send is ignored";
    BodyAdded: Anywhere(Breaking), "calls without a body are refused";
    BodyRequired: Anywhere(Breaking), "calls without a body are refused";
    BodyOptional: Anywhere(Addition), "the body may be left out";
    BodyRaw: Anywhere(Breaking), "the body is checked otherwise, or not at all";
    ContentTypeRemoved: value(Breaking, Breaking), "clients write, or read, that type";
    ContentTypeAdded: value(Addition, Addition), "there is another type";
    StatusRemoved: Anywhere(Breaking), "clients wait for that answer";
    SuccessStatusAdded: Anywhere(Breaking), "clients take a status that they do not know for a failure";
    FailureStatusAdded: Anywhere(Addition), "clients take it for the failure that it is";
    HeaderRemoved: Anywhere(Breaking), "clients read it";
    HeaderAdded: Anywhere(Addition), "there is more to read";
    HeaderOptional: Anywhere(Breaking), "clients rely on it";
    HeaderRequired: Anywhere(Addition), "it is always there";
    ReasonRemoved: Anywhere(Breaking), "the name of an example of a failure is its code, and a typed reason of clients";
    ReasonAdded: Anywhere(Addition), "clients get another code";
    ReasonRetired: Anywhere(Addition), "calls are not refused for it any more; clients get a warning from the compiler";

    // Schemas
    TypeChanged: value(Breaking, Breaking), "clients have another type for the value";
    TypeRenamed: value(Breaking, Breaking), "a named schema is a type of clients, and a schema without a name is another";
    NullRefused: value(Breaking, Breaking), "it is never null any more, so clients have another type for the value";
    NullAllowed: value(Addition, Breaking), "it may be null";
    ConstantChanged: value(Breaking, Breaking), "clients write it, and tell by it what they read";
    EnumValueRemoved: value(Breaking, Breaking), "it is refused where clients send it, and they name it where they read it";
    EnumValueAdded: value(Addition, Addition), "clients keep values that they do not know";
    EnumClosed: value(Breaking, Addition), "any string was good, now there is a list";
    EnumInResponses: Anywhere(Breaking), "the client's type gets `Unknown`, so code that uses it does not compile any more";
    EnumOpened: value(Addition, Addition), "any string is good; clients keep values that they do not know";
    BoundsNarrowed: value(Breaking, Addition), "a bound of number, length, items, bytes, depth, keys or values, or a cap, holds less";
    BoundsWidened: value(Addition, Breaking), "such a bound holds more";
    PatternAdded: value(Breaking, Addition), "strings must match it";
    PatternRemoved: value(Addition, Breaking), "strings need not match it any more";
    FormatAdded: value(Breaking, Addition), "strings must be of it";
    FormatRemoved: value(Addition, Breaking), "strings need not be of it any more";
    IntegerFormatChanged: value(Addition, Addition), "int64, or none: integers have 64 bits either way";
    DefaultChanged: value(Breaking, Breaking), "to leave it out means something else";
    PageSizeRaised: Anywhere(Addition), "without a size, a page has more items";
    PropertyRemoved: value(Breaking, Breaking), "clients write it, or read it";
    PropertyAdded: value(Addition, Addition), "clients ignore properties that they do not know";
    RequiredPropertyAdded: Anywhere(Breaking), "requests without it are refused";
    PropertyRequired: value(Breaking, Breaking), "it cannot be left out any more, so clients have another type for the value";
    PropertyOptional: value(Addition, Breaking), "it may be left out";
    SetterChanged: Anywhere(Breaking), "the argument of the client's setter is another, because of null";
    VariantRemoved: value(Breaking, Breaking), "it is refused where clients send it, and they name it where they read it";
    VariantAdded: value(Addition, Breaking), "clients cannot read a variant that they do not know";
    EventRemoved: Anywhere(Breaking), "clients wait for events of that name";
    EventAdded: Anywhere(Addition), "clients skip events that they do not know";
    DiscriminatorChanged: value(Breaking, Breaking), "variants are told apart by something else";
    MappingAdded: value(Addition, Addition), "generators name the variants by it";
    TrimChanged: Anywhere(Breaking), "white space counts, or counts no more";
    PatchChanged: Anywhere(Breaking), "null and absence mean something else";
    MessageChanged: Anywhere(Addition), "a refusal has another message or status; clients compare codes, not messages";

    // Everything else
    Unknown: Anywhere(Breaking), "compare does not know what this means";
    Wording: Anywhere(Wording), "descriptions, summaries, examples, order, and what other tools read";
}

impl Rule {
    /// The rule's name. If the rule distinguishes directions, the name begins with one: `request-enum-value-removed`.
    pub fn name(self, direction: Option<Direction>) -> String {
        let entry = self.entry();
        let name = entry.name.to_kebab_case();
        match (entry.meaning, direction) {
            (Anywhere(_), _) | (_, None) => name,
            (_, Some(Direction::Request)) => format!("request-{name}"),
            (_, Some(Direction::Response)) => format!("response-{name}"),
        }
    }

    /// The class of a change. `direction` is that of the changed value. A rule that applies anywhere ignores it.
    pub fn class(self, direction: Option<Direction>) -> Class {
        match (self.entry().meaning, direction) {
            (Anywhere(class), _) => class,
            (Meaning::Value { sent, .. }, Some(Direction::Request)) => sent,
            (Meaning::Value { read, .. }, Some(Direction::Response)) => read,
            (Meaning::Value { sent, read }, None) => sent.min(read),
        }
    }

    pub fn about(self) -> &'static str {
        self.entry().about
    }

    pub fn directions(self) -> &'static [Option<Direction>] {
        match self.entry().meaning {
            Anywhere(_) => &[None],
            Meaning::Value { .. } => &[Some(Direction::Request), Some(Direction::Response)],
        }
    }
}

impl Class {
    pub fn name(self) -> &'static str {
        match self {
            Breaking => "breaking",
            Addition => "addition",
            Wording => "wording",
        }
    }
}

/// A line for each rule: its class, its name and its meaning for clients.
pub fn table() -> Vec<String> {
    let directions = RULES
        .iter()
        .flat_map(|rule| rule.directions().iter().map(move |direction| (rule, *direction)));
    let line = |(rule, direction): (&Rule, Option<Direction>)| {
        let (class, name) = (rule.class(direction).name(), rule.name(direction));
        format!("{class:8}  {name:32}  {}", rule.about())
    };
    directions.map(line).collect()
}
