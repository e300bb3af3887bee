//! The operations tagged `widgets`. The rules are in domain/conversations.

use stoa_audit::Change;
use stoa_conversations::{
    create_chat_widget, get_chat_widget, list_chat_widgets, remove_chat_widget, update_chat_widget,
};
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::widgets::{
    CreateChatWidget, GetChatWidget, ListChatWidgets, RemoveChatWidget, UpdateChatWidget,
    WidgetsApi,
};
use stoa_staff_types::{ChatWidget, ChatWidgetListResponse, DoneResponse};
use stoa_values::IfMatch;

use crate::page::{cursor_value, page};
use crate::{Staff, StaffHandlers};

impl WidgetsApi for StaffHandlers {
    async fn list_chat_widgets(
        &self,
        _: Staff,
        request: ListChatWidgets,
    ) -> Result<ChatWidgetListResponse, Error<ListChatWidgets>> {
        let ListChatWidgets { site_id, limit, cursor } = request;
        // The cursor is the id of the last widget of the previous page.
        let after = cursor_value(cursor)?.unwrap_or(0);
        let widgets = list_chat_widgets(&self.db, site_id, after, limit + 1).await?;
        let (data, next_cursor) = page(widgets, limit, |widget| widget.id.to_string());
        Ok(ChatWidgetListResponse { data, next_cursor })
    }

    async fn create_chat_widget(
        &self,
        staff: Staff,
        request: CreateChatWidget,
    ) -> Result<ChatWidget, Error<CreateChatWidget>> {
        let CreateChatWidget { site_id, body } = request;
        let origin = staff.origin::<CreateChatWidget>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(create_chat_widget(&self.db, change, &body).await?)
    }

    async fn get_chat_widget(
        &self,
        _: Staff,
        request: GetChatWidget,
    ) -> Result<ChatWidget, Error<GetChatWidget>> {
        let widget = get_chat_widget(&self.db, request.site_id, request.widget_id).await?;
        Ok(widget.ok_or(reasons::WidgetNotFound)?)
    }

    async fn update_chat_widget(
        &self,
        staff: Staff,
        request: UpdateChatWidget,
    ) -> Result<ChatWidget, Error<UpdateChatWidget>> {
        let UpdateChatWidget { site_id, widget_id, if_match, body } = request;
        let origin = staff.origin::<UpdateChatWidget>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(update_chat_widget(&self.db, change, widget_id, seen, &body).await?)
    }

    async fn remove_chat_widget(
        &self,
        staff: Staff,
        request: RemoveChatWidget,
    ) -> Result<DoneResponse, Error<RemoveChatWidget>> {
        let RemoveChatWidget { site_id, widget_id } = request;
        let origin = staff.origin::<RemoveChatWidget>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        remove_chat_widget(&self.db, change, widget_id).await?;
        Ok(DoneResponse {})
    }
}
