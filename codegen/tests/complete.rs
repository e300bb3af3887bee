//! A published document must have more than the dialect requires. Each omission from a complete document is reported
//! with its place.

#![cfg(test)]

use std::fs;
use std::path::Path;

use stoa_codegen::{self as codegen, Package};

const COMPLETE: &str = "\
x-rate-limits:
  finds: {calls: 9, seconds: 60, per: client, counts: calls, message: Slow down, description: Those with a word.}
  reads: {calls: 6000, seconds: 60, per: client, counts: calls, message: Slow down, description: All.}
paths:
  /things/{id}:
    parameters:
      - {name: id, in: path, required: true, description: Its id., schema: {type: integer}, x-message: id is no number}
    post:
      description: Makes one. Counts toward `reads` (6,000 a minute for each client), and with `word` toward `finds` (9 a minute for each client). Answers may be up to 2 s old.
      x-rate-limit: [reads, {limit: finds, when: word}]
      x-cache-seconds: 2
      parameters:
        - $ref: '#/components/parameters/Limit'
        - {name: ids, in: query, explode: false, description: 'Ids, comma-separated or repeated.', schema: {type: array}}
        - {name: box, in: query, description: 'Its size, as JSON or `box[width]=1`.', content: {application/json: {schema: {}, example: {}}}}
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Thing'}
            example: {name: Tote}
      responses:
        '200':
          description: It.
          content:
            application/json: {schema: {}, example: {name: Tote}}
        '400':
          description: Not so.
          content:
            application/json:
              examples:
                id: {value: {message: id is no number}}
                limit: {value: {message: limit is no number}}
        '413':
          description: More than 1 MiB.
          content:
            application/json: {example: {message: Too large}}
        '422':
          description: No such name.
          content:
            application/json: {example: {message: name is none}}
components:
  parameters:
    Limit: {name: limit, in: query, description: At most 100., schema: {x-cap: 100}, x-message: limit is no number}
  schemas:
    Thing:
      description: A thing.
      properties:
        name: {type: string, description: Its name., x-message: name is none, x-status: 422}
        kind: {type: string, const: thing}
        part: {$ref: '#/components/schemas/Part'}
    Part:
      description: A part of a thing.
    Made:
      description: The thing.
      properties:
        type: {type: string, const: thing.made}
webhooks:
  thing.made:
    post:
      description: A thing was made.
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Made'}
            example: {type: thing.made}
";

fn faults(yaml: &str) -> Vec<String> {
    let faults = codegen::complete(Path::new("a.yaml"), yaml).map_err(|faults| faults.to_string());
    faults.err().unwrap_or_default().lines().map(str::to_owned).collect()
}

#[test]
fn complete() {
    assert_eq!(faults(COMPLETE), Vec::<String>::new());
}

/// The faults of all layers come in one run, each once and in the order of the lines: of YAML, of the dialect, of
/// examples and of completeness.
#[test]
fn all_layers_in_one_run() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused/base.yaml");
    let text = fs::read_to_string(fixture).unwrap();
    let changes = [
        ("version: 1.0.0", "version: &one 1.0.0"),
        ("operationId: sendFile", "operationId: send_file"),
        ("message: Slow down}", "message: 5}"),
        ("description: A tag.", "description: 5"),
    ];
    let yaml = changes.iter().fold(text, |yaml, (old, new)| yaml.replacen(old, new, 1));
    let package = Package { requires_complete: true, ..Package::new("base") };
    let faults = codegen::lint(&package, &yaml).unwrap_err().to_string();
    for fault in [
        "base.yaml:4: /info/version: a YAML anchor is outside the dialect: remove it",
        "base.yaml:92: /paths/~1things~1{id}/post: say what it does: add a `description`",
        "base.yaml:126: /paths/~1files/post/operationId: an operation has a name in camelCase: write `sendFile`",
        "base.yaml:251: /paths/~1limited/get/responses/429/content/application~1json/example/message: does not fit its schema: 5 is not of type \"string\"",
        "base.yaml:299: /components/headers/ETag/description: must be a string",
    ] {
        assert_eq!(
            faults.lines().filter(|found| *found == fault).count(),
            1,
            "{fault}\nnot in {faults}"
        );
    }
    let lines =
        faults.lines().map(|fault| fault.split(':').nth(1).unwrap().parse::<usize>().unwrap());
    assert!(lines.is_sorted(), "{faults}");
}

#[test]
fn omissions() {
    let responses = "a.yaml:21: /paths/~1things~1{id}/post/responses";
    for (before, after, fault) in [
        (
            "description: A thing was made.",
            "summary: A thing was made.",
            "a.yaml:59: /webhooks/thing.made/post: say what it tells: add a `description`",
        ),
        (
            "example: {type: thing.made}",
            "x-other: 1",
            "a.yaml:63: /webhooks/thing.made/post/requestBody/content/application~1json: show what it is: add an \
             `example`, or `examples` with names",
        ),
        (
            "const: thing.made}\n",
            "const: thing.begun}\n",
            "a.yaml:64: /webhooks/thing.made/post/requestBody/content/application~1json/schema: the payload does not \
             say which event it is: give it the required property `type: {type: string, const: thing.made}`",
        ),
        (
            "description: Makes one.",
            "summary: Makes one.",
            "a.yaml:8: /paths/~1things~1{id}/post: say what it does: add a `description`",
        ),
        (
            "(6,000 a minute",
            "(60 a minute",
            "a.yaml:10: /paths/~1things~1{id}/post/x-rate-limit/0: say in the description that it \
             counts toward `reads` (6,000 a minute for each client)",
        ),
        (
            "and with `word` toward",
            "and toward",
            "a.yaml:10: /paths/~1things~1{id}/post/x-rate-limit/1: say in the description that it \
             counts with `word` toward `finds` (9 a minute for each client)",
        ),
        (
            "up to 2 s",
            "up to 1 s",
            "a.yaml:8: /paths/~1things~1{id}/post: say in the description: `Answers may be up to 2 s \
             old.`",
        ),
        (
            " description: Its id.,",
            "",
            "a.yaml:7: /paths/~1things~1{id}/parameters/0: say what it is: add a `description`",
        ),
        (
            "At most 100.",
            "How many.",
            "a.yaml:43: /components/parameters/Limit: say in the description that more than 100 is \
             taken as 100",
        ),
        (
            "comma-separated or repeated",
            "comma-separated",
            "a.yaml:14: /paths/~1things~1{id}/post/parameters/1: say in the description how it may \
             be sent: comma-separated or repeated",
        ),
        (
            "`box[width]=1`",
            "nothing",
            "a.yaml:15: /paths/~1things~1{id}/post/parameters/2: say in the description how it may \
             be sent: `box[",
        ),
        (
            "            example: {name: Tote}\n      responses",
            "      responses",
            "a.yaml:18: /paths/~1things~1{id}/post/requestBody/content/application~1json: show what \
             it is: add an `example`, or `examples` with names",
        ),
        (
            ", example: {name: Tote}}",
            "}",
            "a.yaml:25: /paths/~1things~1{id}/post/responses/200/content/application~1json: show \
             what it is: add an `example`, or `examples` with names",
        ),
        (
            "description: A thing.",
            "title: A thing.",
            "a.yaml:45: /components/schemas/Thing: say what it is: add a `description`",
        ),
        (
            "description: Its name., ",
            "",
            "a.yaml:48: /components/schemas/Thing/properties/name: say what it is: add a `description`",
        ),
        (
            "{example: {message: Too large}}",
            "{}",
            "a.yaml:36: /paths/~1things~1{id}/post/responses/413/content/application~1json: show \
             what it is: add an `example`, or `examples` with names",
        ),
        (
            "More than 1 MiB.",
            "Too much.",
            "a.yaml:33: /paths/~1things~1{id}/post/responses/413: say in the description how many \
             MiB a body may have",
        ),
        (
            "                id: {value: {message: id is no number}}\n",
            "",
            &format!(
                "{responses}: show `id is no number` in an example of 400: the server can answer it"
            ),
        ),
        (
            "{message: limit is no number}}",
            "{message: Limit is no number}}",
            &format!(
                "{responses}: show `limit is no number` in an example of 400: the server can answer it"
            ),
        ),
        (
            "{message: name is none}",
            "{message: none}",
            &format!(
                "{responses}: show `name is none` in an example of 422: the server can answer it"
            ),
        ),
    ] {
        assert_eq!(COMPLETE.matches(before).count(), 1, "{before}");
        let found = faults(&COMPLETE.replace(before, after));
        assert!(found.iter().any(|found| found == fault), "{fault}\nnot in {found:#?}");
    }
}
