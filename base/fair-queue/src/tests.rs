//! Tests of the queue, on a paused clock.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, advance};

use crate::{Caller, FairQueue, QueueSettings, TooLate, Turn, set_known, set_tenant};

const MILLISECOND: Duration = Duration::from_millis(1);

fn queue(turns: usize, client_turns: usize) -> FairQueue {
    let (first_wait, wait) = (50 * MILLISECOND, 10_000 * MILLISECOND);
    let name = "test";
    FairQueue::new(QueueSettings { name, turns, client_turns, waiting: 8, first_wait, wait })
}

fn caller(tenant: u64, client: u8) -> Caller {
    let caller = Caller::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, client)), false);
    caller.call(|| set_tenant(tenant));
    caller
}

/// Begins to wait for a turn, and returns after the call is in the queue.
async fn call(queue: &FairQueue, caller: Caller) -> JoinHandle<Result<Turn, TooLate>> {
    let queue = queue.clone();
    let waiting = tokio::spawn(caller.scope(async move { queue.turn().await }));
    tokio::task::yield_now().await;
    waiting
}

async fn call_for_three(queue: &FairQueue, caller: Caller) -> JoinHandle<Result<Turn, TooLate>> {
    let queue = queue.clone();
    let waiting = tokio::spawn(caller.scope(async move { queue.turns(3).await }));
    tokio::task::yield_now().await;
    waiting
}

async fn take(queue: &FairQueue, caller: Caller) -> Turn {
    call(queue, caller).await.await.unwrap().unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_call_whose_turn_does_not_come_in_time_is_refused() {
    let queue = queue(1, 1);
    let _taken = take(&queue, caller(1, 1)).await;
    let began = Instant::now();
    assert!(matches!(call(&queue, caller(1, 2)).await.await.unwrap(), Err(TooLate::Busy)));
    assert_eq!(began.elapsed(), 50 * MILLISECOND);
    assert!(matches!(call(&queue, caller(1, 1)).await.await.unwrap(), Err(TooLate::OverShare)));
}

#[tokio::test(start_paused = true)]
async fn a_request_that_has_had_a_turn_waits_longer() {
    let queue = queue(1, 1);
    let admitted = caller(1, 1);
    drop(take(&queue, admitted.clone()).await);
    let taken = take(&queue, caller(1, 2)).await;
    let waiting = call(&queue, admitted).await;
    advance(5_000 * MILLISECOND).await;
    drop(taken);
    assert!(waiting.await.unwrap().is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_free_turn_goes_to_the_tenant_and_then_the_client_with_the_fewest() {
    let queue = queue(3, 3);
    let taken = take(&queue, caller(1, 1)).await;
    let _others = [take(&queue, caller(1, 1)).await, take(&queue, caller(2, 2)).await];
    let same = call(&queue, caller(1, 1)).await;
    let other_client = call(&queue, caller(1, 3)).await;
    let other_tenant = call(&queue, caller(3, 4)).await;
    drop(taken);
    let turn = other_tenant.await.unwrap().unwrap();
    assert!(!other_client.is_finished() && !same.is_finished());
    drop(turn);
    let turn = other_client.await.unwrap().unwrap();
    assert!(!same.is_finished());
    drop(turn);
    assert!(same.await.unwrap().is_ok());
}

#[tokio::test(start_paused = true)]
async fn of_two_tenants_the_one_with_less_past_use_comes_first() {
    let queue = queue(1, 1);
    for (tenant, used) in [(1, 30), (2, 20)] {
        let turn = take(&queue, caller(tenant, 1)).await;
        advance(used * MILLISECOND).await;
        drop(turn);
    }
    let taken = take(&queue, caller(3, 3)).await;
    let (more, less) = (call(&queue, caller(1, 1)).await, call(&queue, caller(2, 2)).await);
    drop(taken);
    let turn = less.await.unwrap().unwrap();
    assert!(!more.is_finished());
    drop(turn);
    assert!(more.await.unwrap().is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_client_has_its_share_at_all_tenants_together() {
    let queue = queue(3, 2);
    let _taken = [take(&queue, caller(1, 1)).await, take(&queue, caller(2, 1)).await];
    let waiting = call(&queue, caller(3, 1)).await;
    let _other = take(&queue, caller(3, 2)).await;
    assert!(waiting.await.unwrap().is_err());
}

#[tokio::test(start_paused = true)]
async fn a_full_queue_refuses_a_call_of_the_client_with_the_most() {
    let queue = queue(1, 1);
    let _taken = take(&queue, caller(1, 1)).await;
    let mut calls = Vec::new();
    for _ in 0..8 {
        calls.push(call(&queue, caller(1, 1)).await);
    }
    let other = call(&queue, caller(2, 2)).await;
    assert!(calls.pop().unwrap().await.unwrap().is_err());
    assert!(calls.iter().all(|call| !call.is_finished()) && !other.is_finished());
}

fn known(tenant: u64, client: u8) -> Caller {
    let caller = caller(tenant, client);
    caller.call(set_known);
    caller
}

#[tokio::test(start_paused = true)]
async fn a_known_client_does_not_wait_for_strangers() {
    let queue = queue(1, 1);
    let taken = take(&queue, caller(0, 1)).await;
    let mut strangers = Vec::new();
    for client in 2..9 {
        strangers.push(call(&queue, caller(0, client)).await);
    }
    let known = call(&queue, known(0, 9)).await;
    advance(MILLISECOND).await;
    drop(taken);
    let _turn = known.await.unwrap().unwrap();
    assert!(strangers.iter().all(|call| !call.is_finished()));
}

#[tokio::test(start_paused = true)]
async fn a_full_queue_refuses_a_stranger_before_a_known_client() {
    let queue = queue(1, 1);
    let _taken = take(&queue, caller(0, 1)).await;
    let known = call(&queue, known(0, 10)).await;
    let mut strangers = Vec::new();
    for client in 2..10 {
        strangers.push(call(&queue, caller(0, client)).await);
    }
    assert!(strangers.pop().unwrap().await.unwrap().is_err(), "the newest");
    assert!(strangers.iter().all(|call| !call.is_finished()) && !known.is_finished());
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_leaves_takes_no_turn() {
    let queue = queue(1, 1);
    let taken = take(&queue, caller(1, 1)).await;
    let gone = call(&queue, caller(2, 2)).await;
    let waiting = call(&queue, caller(1, 1)).await;
    gone.abort();
    let _ = gone.await;
    drop(taken);
    assert!(waiting.await.unwrap().is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_call_for_several_turns_is_not_overtaken_by_smaller_ones() {
    let queue = queue(3, 3);
    let taken = [take(&queue, caller(1, 1)).await, take(&queue, caller(1, 1)).await];
    let wide = call_for_three(&queue, caller(2, 2)).await;
    let small = call(&queue, caller(1, 1)).await;
    assert!(!small.is_finished(), "a turn is free, but the other client is next");
    drop(taken);
    let turns = wide.await.unwrap().unwrap();
    assert!(!small.is_finished());
    drop(turns);
    assert!(small.await.unwrap().is_ok());
}

#[tokio::test(start_paused = true)]
async fn calls_after_one_that_leaves_are_served() {
    let queue = queue(3, 3);
    let _taken = take(&queue, caller(1, 1)).await;
    let wide = call_for_three(&queue, caller(2, 2)).await;
    let small = call(&queue, caller(1, 1)).await;
    assert!(!small.is_finished(), "the call for three turns is next");
    wide.abort();
    let _ = wide.await;
    assert!(small.await.unwrap().is_ok());
}

#[tokio::test(start_paused = true)]
async fn negligible_use_is_forgotten() {
    let queue = queue(1, 1);
    for client in 0..20_002_u32 {
        let client = Caller::new(Ipv4Addr::from(client).into(), false);
        drop(take(&queue, client).await);
    }
    assert!(queue.clients_with_usage() <= 10_001);
}
