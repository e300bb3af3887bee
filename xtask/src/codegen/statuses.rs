//! Which statuses a document may have for a failure: those that the runtime has a type for, and 500.

/// The others are the server's own to answer, such as 405, 408, 414 and 431, or no operation's, such as 418.
pub const FAILURES: &[u16] = &[
    400, 401, 402, 403, 404, 409, 410, 412, 413, 415, 422, 423, 428, 429, 451, 500, 502, 503, 504,
];

/// Why another one is refused.
pub fn refusal(status: u16) -> String {
    let known: Vec<String> = FAILURES.iter().map(u16::to_string).collect();
    format!("no operation answers {status} itself: use one of {}", known.join(", "))
}
