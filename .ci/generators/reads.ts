// Properties of the types that client code relies on: the constant `action` distinguishes requests.
import type { components } from './openapi-typescript/storefront';
import type { AddCartItemRequest, AuthRequest } from './orval/storefront';
import type { components as ChatComponents } from './openapi-typescript/live-chat';
import type { webhooks } from './openapi-typescript/staff';

type Auth = components['schemas']['AuthRequest'];
type Item = components['schemas']['AddCartItemRequest'];
type Event = ChatComponents['schemas']['ChatEvent'];

export const login: Auth & AuthRequest = { action: 'login', email: 'mara@example.com', password: 'a lighthouse' };

export function email(request: Auth | AuthRequest): string | undefined {
    return request.action === 'login' || request.action === 'register' ? request.email : undefined;
}

export function agentsWords(event: Event): string | undefined {
    return event.event === 'message' ? event.data.data.body : undefined;
}

// @ts-expect-error: the name of a schema is not an action.
export const other: Auth = { action: 'LoginRequest', email: 'mara@example.com', password: 'a lighthouse' };

// A request may omit `quantity`, which has a default.
export const item: Item & AddCartItemRequest = { sessionId: 'a0b1', productId: 4 };

// The constant `type` distinguishes events.
type Webhook = { [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'] }[keyof webhooks];

export function paidOrder(event: Webhook): string | undefined {
    return event.type === 'order.paid' ? event.data.orderNumber : undefined;
}
