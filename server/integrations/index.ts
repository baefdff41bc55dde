/** The door of `integrations`: webhooks, keys and the widget, by which others work with us. */
import './jobs.ts';

export { forgetIntegrationsOf } from './forget-owner.ts';
export { withKeys } from './identify-key.ts';
export { webhookMail } from './mails.ts';
export { serveWidget } from './serve-widget.ts';
export { tellOfChannel, tellOfOrders, tellOfProduct, tellOfRefund } from './tell-receivers.ts';
