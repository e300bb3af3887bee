//! A program that an integrator wrote for the older document. The test compiles it with each client.

use std::time::Duration;

use evolving_client::forms::NewPicture;
use evolving_client::types::{NewThing, Size, ThingEvent};
use evolving_client::{Client, Error, FilePart, GetThingReason};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let client = Client::builder(&std::env::args().nth(1).unwrap()).retries(0).build()?;

    let thing = client.get_thing(1).timeout(Duration::from_secs(20)).await?;
    let size = match &thing.size {
        Size::Small => "small".to_owned(),
        Size::Large => "large".to_owned(),
        other => format!("of another size, {other}"),
    };
    println!("a property and a value: {} is {size}", thing.name);

    let refused = client.get_thing(2).await.unwrap_err();
    let reason = match refused.reason() {
        Some(GetThingReason::ThingNotFound) => "not found",
        _ => "something else",
    };
    println!("a status: {refused}, which is {reason}");

    let thing = NewThing::builder().note("of tin").name("mug").build();
    println!("a property of requests: {}", client.create_thing(&thing).await?.name);

    let file = FilePart::new("a.png", "image/png", "PNG");
    let picture = NewPicture::builder().title("mug").file(file).build();
    println!("parts of a form: {}", client.add_picture(picture).await?.name);

    let last = |event: &ThingEvent| matches!(event, ThingEvent::Gone(_));
    let mut events = client.stream_events().until(last).await?;
    while let Some(event) = events.next().await {
        match event?.event {
            ThingEvent::Created(created) => println!("{} was created", created.name),
            ThingEvent::Gone(gone) => println!("{} is gone", gone.name),
            _ => println!("something else happened"),
        }
    }
    Ok(())
}
