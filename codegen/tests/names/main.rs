//! Every document that the dialect accepts becomes code that compiles, whatever its names are. The test puts difficult
//! names in every role of some documents, and runs `cargo check` on the generated crates. The dialect must refuse an
//! impossible name, so that the compiler never does.

#![cfg(test)]

mod document;
mod words;
mod workspace;

use document::{Names, ROLES, Role, render};
use stoa_codegen::{self as codegen, Package};
use words::{TEXTS, WORDS};
use workspace::{cargo, generate, workspace, write};

const DOCUMENTS: usize = 12;

/// Number of words to try for a name before the plain name is used.
const TRIES: usize = 2;

#[test]
fn accepted_names_compile() {
    let workspace = workspace("names");
    let mut decks: Vec<Deck> = ROLES.iter().map(|(role, _)| Deck::new(*role)).collect();
    let mut members = Vec::new();
    let mut documents = vec![("builders".to_owned(), next_to_builders())];
    documents.extend((0..DOCUMENTS).map(|number| (format!("d{number:02}"), hard(&mut decks))));
    for (name, names) in documents {
        let document = render(&names);
        write(&workspace.join(&name).join("document.json"), &document);
        generate(&workspace, &name, &document);
        members.push(format!("\"{name}/*\""));
    }
    let faults = cargo(&workspace, &members.join(", "), "check --workspace --keep-going");
    assert!(faults.is_empty(), "in {}:\n{faults}", workspace.display());
    for (deck, (role, _)) in decks.iter().zip(ROLES) {
        assert!(deck.accepted > 0, "every name is refused of a {role:?}");
    }
}

/// Different names are refused if they become the same name in generated code.
#[test]
fn names_that_meet_are_refused() {
    let principals = |names: [&str; 3]| {
        let plain = Names::plain().with(Role::Principal, 0, names[0]);
        plain.with(Role::Principal, 1, names[1]).with(Role::Principal, 2, names[2])
    };
    let roles = Names::plain().with(Role::Permission, 0, "a1").with(Role::Permission, 2, "a_1");
    for (names, said) in [
        (principals(["A", "B", "AOrB"]), "its principals are `AOrB` in generated code, and so are"),
        (roles, "its roles are `A1` in generated code, and so are"),
        (
            principals(["A", "B", "C"]).with(Role::Operation, 2, "withA"),
            "generated code uses `with_a` itself",
        ),
    ] {
        let fault = lint(&names).unwrap_err();
        assert!(fault.contains(said), "{fault}");
    }
    assert_eq!(lint(&principals(["A", "B", "C"])), Ok(()));
}

/// Names that are also those of a builder's type and methods.
fn next_to_builders() -> Names {
    let properties =
        ["new", "builder", "maybe_maybe_build", "maybe_new", "build", "maybe_build", "self"];
    let names = Names::plain().with(Role::Schema, 9, "SchemaN0nBuilder");
    let names = names.with(Role::Schema, 0, "SchemaN0n").with(Role::Schema, 13, "Form");
    let names = names.with(Role::Schema, 15, "FormBuilder");
    let names = (0..)
        .zip(properties.into_iter().skip(1).take(6))
        .fold(names, |names, (number, word)| names.with(Role::Part, number, word));
    (3..)
        .zip(properties)
        .fold(names, |names, (number, word)| names.with(Role::Property, number, word))
}

/// The names of a document that the dialect accepts. As many of them as possible are hard.
fn hard(decks: &mut [Deck]) -> Names {
    let mut names = Names::plain();
    for (place, (role, count)) in ROLES.iter().enumerate() {
        if *role == Role::Text {
            // Every text is valid.
            names.0[place] = (0..*count).map(|_| decks[place].next().to_owned()).collect();
            decks[place].accepted += count;
            continue;
        }
        for number in 0..*count {
            for _ in 0..TRIES {
                let word = role.written(decks[place].next());
                let mut other = names.clone();
                other.0[place][number] = word;
                if lint(&other).is_ok() {
                    names = other;
                    decks[place].accepted += 1;
                    break;
                }
            }
        }
    }
    names
}

fn lint(names: &Names) -> Result<(), String> {
    codegen::lint(&Package::new("x"), &render(names)).map_err(|fault| fault.to_string())
}

/// The words for one role. Each word is used once before any word is used again.
struct Deck {
    words: Vec<&'static str>,
    left: Vec<&'static str>,
    random: u64,
    accepted: usize,
}

impl Deck {
    fn new(role: Role) -> Self {
        let words = if role == Role::Text { TEXTS } else { WORDS };
        Self { words: words.to_vec(), left: Vec::new(), random: role as u64 + 1, accepted: 0 }
    }

    fn next(&mut self) -> &'static str {
        if self.left.is_empty() {
            self.left = self.words.clone();
        }
        // Knuth's MMIX generator. Any generator would do that returns the same numbers in each run. It selects one of
        // the first 12 words, so the hardest words come early: they are first in the list.
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.left.remove((self.random >> 33) as usize % self.left.len().min(12))
    }
}
