//! The texts of mails, from templates. Each mail is complete as plain text, and contains the same text as HTML.

use askama::Template;

use crate::{Invitation, SupportMessage, SupportReply, store::WritingStore};

pub(super) struct Page {
    pub(super) to: String,
    pub(super) subject: String,
    pub(super) text: String,
    pub(super) html: String,
}

pub(super) struct OrderPage {
    pub(super) number: String,
    pub(super) customer_name: String,
    pub(super) items: Vec<ItemLine>,
    /// The amounts between the items and the total, from the subtotal to the gift certificate. Zero amounts are left
    /// out.
    pub(super) sums: Vec<Line>,
    pub(super) total: String,
    /// The amount that was or will be refunded; `None` if nothing was paid.
    pub(super) refund: Option<String>,
    /// The amount that went back to the gift certificate; `None` if nothing did.
    pub(super) gift_refund: Option<String>,
    pub(super) ships_to: Vec<String>,
    pub(super) carrier: Option<String>,
    pub(super) tracking_number: Option<String>,
    pub(super) tracking_url: Option<String>,
}

pub(super) struct ItemLine {
    pub(super) what: String,
    pub(super) amount: String,
    pub(super) thumbnail_url: Option<String>,
}

pub(super) struct Line {
    pub(super) what: String,
    pub(super) amount: String,
}

pub(super) struct CartPage {
    /// The link that recovers the cart.
    pub(super) link: String,
    pub(super) lines: Vec<Line>,
    pub(super) subtotal: String,
    /// The URL of the page that ends such mails.
    pub(super) unsubscribe: String,
}

pub(super) struct AlertPage {
    /// The alert in one line, which is also the subject.
    pub(super) headline: String,
    pub(super) details: Option<String>,
    pub(super) time: String,
}

pub(super) struct DigestPage {
    pub(super) count: i64,
    pub(super) sections: Vec<DigestSection>,
}

pub(super) struct DigestSection {
    pub(super) title: String,
    /// The newest alerts.
    pub(super) lines: Vec<String>,
    /// The number of the others, if there are any.
    pub(super) further: Option<i64>,
}

/// The URL that the button in a mail opens.
pub(super) struct Link(pub(super) String);

/// Defines a function that renders a mail from a text template and an HTML template. Both templates get the argument as
/// `about`.
macro_rules! page {
    ($name:ident, $about:ty, $text:tt, $html:tt, $subject:expr) => {
        pub(super) fn $name(store: &WritingStore, about: &$about) -> Page {
            #[derive(Template)]
            #[template(path = $text)]
            struct Text<'a> {
                store: &'a WritingStore,
                about: &'a $about,
            }

            #[derive(Template)]
            #[template(path = $html)]
            struct Html<'a> {
                store: &'a WritingStore,
                subject: &'a str,
                about: &'a $about,
            }

            let subject: fn(&WritingStore, &$about) -> String = $subject;
            let subject = subject(store, about);
            let text = written(&Text { store, about });
            let html = written(&Html { store, subject: &subject, about });
            Page { to: String::new(), subject, text, html }
        }
    };
}

page!(reset, Link, "reset.txt", "reset.html", |store, _| {
    format!("Set a new password for {}", store.name)
});
page!(welcome, Link, "welcome.txt", "welcome.html", |store, _| {
    format!("Welcome to {}", store.name)
});
page!(password_changed, Link, "password_changed.txt", "password_changed.html", |store, _| {
    format!("Your password for {} was changed", store.name)
});
page!(invitation, Invitation, "invitation.txt", "invitation.html", |store, _| {
    format!("Your invitation to work for {}", store.name)
});
page!(staff_reset, Link, "staff_reset.txt", "staff_reset.html", |_, _| {
    "Set a new password for your staff account".to_owned()
});
page!(
    staff_password_changed,
    String,
    "staff_password_changed.txt",
    "staff_password_changed.html",
    |_, _| { "The password of your staff account was changed".to_owned() }
);
page!(order_confirmed, OrderPage, "order_confirmed.txt", "order_confirmed.html", |_, order| {
    format!("Thank you for your order {}", order.number)
});
page!(order_shipped, OrderPage, "order_shipped.txt", "order_shipped.html", |_, order| {
    format!("Your order {} is on its way", order.number)
});
page!(order_cancelled, OrderPage, "order_cancelled.txt", "order_cancelled.html", |_, order| {
    format!("Your order {} was cancelled", order.number)
});
page!(order_refunded, OrderPage, "order_refunded.txt", "order_refunded.html", |_, order| {
    format!("Your order {} was refunded", order.number)
});
page!(cart_reminder, CartPage, "cart_reminder.txt", "cart_reminder.html", |store, _| {
    format!("Your cart at {}", store.name)
});
page!(
    support_message,
    SupportMessage,
    "support_message.txt",
    "support_message.html",
    |_, message| { format!("A customer wrote: {}", message.subject) }
);
page!(support_reply, SupportReply, "support_reply.txt", "support_reply.html", |store, reply| {
    // An unverified address may belong to a stranger, who must not get a subject that someone else typed.
    match reply.is_verified {
        true => format!("Re: {}", reply.subject),
        false => format!("{} has answered you", store.name),
    }
});
page!(alert, AlertPage, "alert.txt", "alert.html", |_, alert| { alert.headline.clone() });
page!(alert_digest, DigestPage, "alert_digest.txt", "alert_digest.html", |store, digest| {
    match digest.count {
        1 => format!("One alert of {}", store.name),
        count => format!("{count} alerts of {}", store.name),
    }
});

/// Rendering cannot fail: it fails only for values that cannot be displayed, and the templates display only text.
fn written(template: &impl Template) -> String {
    template.render().unwrap_or_default()
}

impl Page {
    pub(super) fn to(self, to: String) -> Self {
        Self { to, ..self }
    }
}
