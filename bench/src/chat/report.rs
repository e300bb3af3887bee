//! What was measured, in words and tables, and whether anything was lost.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::ensure;

use super::conversations::{Conversation, Stored};
use super::messages::Message;
use super::streams::{self, Received};
use super::{Arguments, Phase};

/// What is measured and how, before it is.
pub fn heading(arguments: &Arguments) {
    let Arguments { streams, messages, seconds, .. } = arguments;
    let disk = match arguments.without_disk {
        true => "Postgres commits without waiting for the disk.",
        false => "Postgres waits for the disk at each commit.",
    };
    println!(
        "Live chat: {streams} streams, {messages} messages/s for twice {seconds} s\n\
         \n\
         Two servers share a database; all streams are the first one's. {disk}\n\
         An address may begin 20 conversations an hour, so SQL made them, and POST /start resumed each for its token.\n\
         A conversation takes 30 messages a minute, so one that has used them up is passed over in the random choice.\n"
    );
}

pub fn streams(count: usize, opened_in: Duration, before: i64, memory: i64) {
    println!(
        "connect rate        {:10.0} streams/s, {} at a time, each until its hello was read",
        count as f64 / opened_in.as_secs_f64(),
        streams::AT_ONCE,
    );
    println!(
        "resident memory     {:10.1} KiB a stream when all wait (VmRSS grew by {:.1} MiB from {:.1})",
        per_stream(memory, count),
        mebibytes(memory),
        mebibytes(before),
    );
}

pub fn memory_after(count: usize, memory: i64) {
    println!(
        "                    {:10.1} KiB a stream after the messages, what those left included",
        per_stream(memory, count)
    );
}

/// Prints latencies, and fails if an event was lost or came twice or too early.
pub fn messages(
    phases: &[Phase],
    sent: &[Message],
    conversations: &[Conversation],
    stored: &[Stored],
    received: &Received,
) -> anyhow::Result<()> {
    let mut committed = vec![0; sent.len()];
    stored.iter().for_each(|stored| committed[stored.message] = stored.committed);
    let mut read = vec![None; sent.len()];
    received.receipts.iter().for_each(|receipt| read[receipt.message] = Some(receipt.at));

    println!(
        "\nmilliseconds until the event was read on its stream (below zero: before the answer to its sender)"
    );
    for phase in phases {
        println!("\n{:40} {:>10} {:>10} {:>10}", phase.name, "p50", "p99", "most");
        let since = |label: &str, start: &dyn Fn(usize) -> i64| {
            let read = phase.messages.clone().filter_map(|message| Some((message, read[message]?)));
            line(label, read.map(|(message, at)| at - start(message)).collect());
        };
        since("since the commit, by Postgres' own clock", &|message| committed[message]);
        since("since the POST was answered", &|message| sent[message].answered);
        since("since the POST was sent", &|message| sent[message].sent);
        let answers = phase.messages.clone();
        let answers = answers.map(|message| sent[message].answered - sent[message].sent).collect();
        line("(POST, from sent to answered)", answers);
        let count = phase.messages.len();
        println!(
            "{:.0} messages/s; {:.0} µs CPU of the streams' server for each",
            count as f64 / phase.elapsed.as_secs_f64(),
            phase.cpu.as_secs_f64() * 1e6 / count.max(1) as f64,
        );
    }
    check(sent, conversations, stored, received)
}

/// Compares what came on each stream with what the database holds.
fn check(
    sent: &[Message],
    conversations: &[Conversation],
    stored: &[Stored],
    received: &Received,
) -> anyhow::Result<()> {
    let mut missing: HashMap<(i64, i64), usize> =
        stored.iter().map(|row| ((row.conversation, row.number), row.message)).collect();
    let mut last: HashMap<i64, i64> =
        conversations.iter().map(|conversation| (conversation.id, 0)).collect();
    let (mut doubled, mut out_of_order) = (0, 0);
    for receipt in &received.receipts {
        // Twice, or one that the database does not have like this.
        if missing.remove(&(receipt.conversation, receipt.number)) != Some(receipt.message) {
            doubled += 1;
        }
        let last = last.entry(receipt.conversation).or_default();
        out_of_order += usize::from(receipt.number <= *last);
        *last = receipt.number;
    }
    let (lost, ended) = (missing.len(), received.ended);
    let unstored = sent.len().abs_diff(stored.len());
    println!(
        "\n{} messages: {lost} lost, {doubled} doubled, {out_of_order} out of order; {ended} streams ended early",
        sent.len()
    );
    ensure!(unstored == 0, "{unstored} answered messages are not in the database");
    ensure!(lost + doubled + out_of_order + ended == 0, "streams did not hold what they promise");
    Ok(())
}

fn line(label: &str, mut microseconds: Vec<i64>) {
    microseconds.sort_unstable();
    let part = |part: f64| {
        let index =
            ((microseconds.len() as f64 * part) as usize).min(microseconds.len().max(1) - 1);
        microseconds.get(index).map_or(f64::NAN, |time| *time as f64 / 1e3)
    };
    println!("  {label:38} {:10.2} {:10.2} {:10.2}", part(0.5), part(0.99), part(1.0));
}

fn per_stream(memory: i64, count: usize) -> f64 {
    memory as f64 / 1024.0 / count.max(1) as f64
}

fn mebibytes(bytes: i64) -> f64 {
    bytes as f64 / 1024.0 / 1024.0
}
