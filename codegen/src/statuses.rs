//! The statuses that a document may have for failures: those that the runtime has a type for, and 500.

/// All other failure statuses are refused. The server itself answers some of them, such as 405, 408, 414 and 431. The
/// server never answers the rest, such as 418.
pub const FAILURES: &[u16] = &[
    400, 401, 402, 403, 404, 409, 410, 412, 413, 415, 422, 423, 428, 429, 451, 500, 502, 503, 504,
];

/// The fault of a document that documents another status.
pub fn refusal(status: u16) -> String {
    let known: Vec<String> = FAILURES.iter().map(u16::to_string).collect();
    format!("no operation answers {status} itself: use one of {}", known.join(", "))
}
