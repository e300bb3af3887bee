//! Code generation never panics on a broken document. It reports a line for each fault, or generates code.
//!
//! `cargo test -p stoa-codegen --release --test robust -- --ignored` tests the real documents and formats the code of broken
//! ones, which takes some minutes. `MUTANTS=1000000` has `random_edits` try more.

#![cfg(test)]

#[path = "../../build/apis.rs"]
mod apis;
#[path = "compare/property/random.rs"]
mod random;

use std::env;
use std::fs;
use std::path::Path;

use random::Random;
use stoa_codegen::{self as codegen, Examples, Package};

/// Values that replace other values, most of them of a wrong type.
const JUNK: &[&str] =
    &["null", "[]", "{}", "-1", "1.5", "true", "''", "'{\"\\'", "[{}, null]", "{a: {b: c}}"];

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Returns whether the document is valid. Checks that each fault is one line with the file, a line number and a
/// pointer.
fn lint(yaml: &str) -> bool {
    let Err(faults) = codegen::lint(&Package::new("x"), yaml) else { return true };
    let text = faults.to_string();
    assert!(!faults.0.is_empty() && text.lines().count() == faults.0.len(), "{text}");
    for (fault, line) in faults.0.iter().zip(text.lines()) {
        assert!(line.starts_with(&format!("x.yaml:{}: /", fault.line)), "{text}");
        assert!((1..=yaml.lines().count() + 1).contains(&fault.line), "{text}");
        assert!(fault.pointer.is_empty() || fault.pointer.starts_with('/'), "{text}");
    }
    false
}

/// For each line, the text with only that line changed by `change`.
fn each_line(yaml: &str, change: fn(usize, &str) -> String) -> impl Iterator<Item = String> {
    let lines: Vec<&str> = yaml.lines().collect();
    (0..lines.len()).map(move |number| {
        let (before, after) = (lines[..number].join("\n"), lines[number + 1..].join("\n"));
        format!("{before}\n{}{after}\n", change(number, lines[number]))
    })
}

fn deleted(_: usize, _: &str) -> String {
    String::new()
}

fn doubled(_: usize, line: &str) -> String {
    format!("{line}\n{line}\n")
}

fn junk(number: usize, line: &str) -> String {
    let end = line.find(": ").map_or(line.len(), |colon| colon + 1);
    format!("{} {}\n", &line[..end], JUNK[number % JUNK.len()])
}

#[test]
fn each_line_changed() {
    let yaml = read("tests/refused/base.yaml");
    assert!(each_line(&yaml, deleted).filter(|yaml| lint(yaml)).count() > 0);
    each_line(&yaml, doubled).step_by(3).for_each(|yaml| _ = lint(&yaml));
    each_line(&yaml, junk).for_each(|yaml| _ = lint(&yaml));
}

#[test]
fn cut_off() {
    let yaml = read("tests/refused/base.yaml");
    let places = yaml.char_indices().map(|(place, _)| place).step_by(97);
    places.for_each(|place| _ = lint(&yaml[..place]));
}

/// Up to four edits at random places. Every hundredth document that is still valid is also generated.
#[test]
fn random_edits() {
    let documents = [read("tests/refused/base.yaml"), read("tests/fixture.yaml")];
    let count = env::var("MUTANTS").map_or(500, |count| count.parse().unwrap());
    let mut random = Random::new(count);
    let mut valid = 0;
    for _ in 0..count {
        let yaml = random.one(&documents).unwrap();
        let mut lines: Vec<String> = yaml.lines().map(str::to_owned).collect();
        for _ in 0..=random.below(4) {
            edit(&mut lines, &mut random);
        }
        let yaml = lines.join("\n");
        if lint(&yaml) {
            valid += 1;
            if valid % 100 == 0 {
                codegen::emit(&Package::new("x"), &yaml, &Examples::new()).expect(&yaml);
            }
        }
    }
    assert!(valid > 0);
}

fn edit(lines: &mut Vec<String>, random: &mut Random) {
    let (place, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(7) {
        0 => _ = lines.remove(place),
        1 => lines.insert(place, lines[other].clone()),
        2 => lines.swap(place, other),
        3 if random.flip() => lines[place].insert_str(0, "  "),
        3 => lines[place] = lines[place].replacen("  ", "", 1),
        4 => lines[place] = junk(random.below(JUNK.len()), &lines[place]).trim_end().to_owned(),
        5 => {
            // The value of another line.
            let value = lines[other].split_once(": ").map_or("", |(_, value)| value).to_owned();
            let key = lines[place].split(':').next().unwrap_or_default();
            lines[place] = format!("{key}: {value}");
        }
        _ => {
            let letters: Vec<char> = lines[place].chars().collect();
            let gone = random.below(letters.len());
            let kept = letters.iter().enumerate().filter(|(index, _)| *index != gone);
            lines[place] = kept.map(|(_, letter)| letter).collect();
        }
    }
}

/// Far more schemas than any real document has, each inside the previous one.
#[test]
fn long_chain() {
    let yaml = read("tests/refused/base.yaml");
    let schemas: String = (0..300)
        .map(|number| {
            let next = format!("'#/components/schemas/Link{}'", number + 1);
            format!("    Link{number}:\n      type: object\n      properties:\n        next:\n          $ref: {next}\n")
        })
        .collect();
    let last = "    Link300:\n      type: object\n      properties: {}\n";
    let yaml = yaml.replace(
        "        secretNote:\n",
        "        link:\n          $ref: '#/components/schemas/Link0'\n        secretNote:\n",
    );
    assert!(lint(&yaml.replace("    Gone:\n", &format!("{schemas}{last}    Gone:\n"))));
}

#[test]
#[ignore = "takes minutes in release"]
fn real_documents() {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs");
    for name in apis::apis(&specs).unwrap() {
        let yaml = read(&format!("../specs/{name}.yaml"));
        for change in [deleted, doubled, junk] {
            each_line(&yaml, change).for_each(|yaml| _ = lint(&yaml));
        }
    }
}

/// Code from accepted documents is valid Rust syntax, because `emit` formats it with rustfmt.
#[test]
#[ignore = "takes minutes"]
fn accepted_is_rust() {
    let yaml = read("tests/fixture.yaml");
    for change in [deleted, doubled, junk] {
        for (line, yaml) in each_line(&yaml, change).enumerate().filter(|(_, yaml)| lint(yaml)) {
            let tree = codegen::emit(&Package::new("x"), &yaml, &Examples::new());
            assert!(tree.is_ok(), "line {line}: {:#}", tree.unwrap_err());
        }
    }
}
