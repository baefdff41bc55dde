import type accounts from '#web/accounts/words/en.json';
import type affiliates from '#web/affiliates/words/en.json';
import type catalog from '#web/catalog/words/en.json';
import type channels from '#web/channels/words/en.json';
import type chat from '#web/chat/words/en.json';
import type donations from '#web/donations/words/en.json';
import type gifts from '#web/gifts/words/en.json';
import type insights from '#web/insights/words/en.json';
import type integrations from '#web/integrations/words/en.json';
import type leads from '#web/leads/words/en.json';
import type live from '#web/live/words/en.json';
import type media from '#web/media/words/en.json';
import type notices from '#web/notices/words/en.json';
import type pages from '#web/pages/words/en.json';
import type payments from '#web/payments/words/en.json';
import type payouts from '#web/payouts/words/en.json';
import type platform from '#web/platform/words/en.json';
import type player from '#web/player/words/en.json';
import type previews from '#web/previews/words/en.json';
import type rehearsals from '#web/rehearsals/words/en.json';
import type sales from '#web/sales/words/en.json';
import type shells from '#web/shells/words/en.json';
import type shipments from '#web/shipments/words/en.json';
import type site from '#web/site/words/en.json';
import type subscriptions from '#web/subscriptions/words/en.json';
import type taxes from '#web/taxes/words/en.json';
import type tickets from '#web/tickets/words/en.json';
import type ui from '#web/ui/words/en.json';

/** English is the language that types the keys; the other two must have the same ones. */
type Catalogues = {
  accounts: typeof accounts;
  affiliates: typeof affiliates;
  catalog: typeof catalog;
  channels: typeof channels;
  chat: typeof chat;
  donations: typeof donations;
  gifts: typeof gifts;
  insights: typeof insights;
  leads: typeof leads;
  integrations: typeof integrations;
  live: typeof live;
  media: typeof media;
  notices: typeof notices;
  pages: typeof pages;
  payments: typeof payments;
  payouts: typeof payouts;
  platform: typeof platform;
  player: typeof player;
  previews: typeof previews;
  rehearsals: typeof rehearsals;
  sales: typeof sales;
  shipments: typeof shipments;
  shells: typeof shells;
  site: typeof site;
  subscriptions: typeof subscriptions;
  taxes: typeof taxes;
  tickets: typeof tickets;
  ui: typeof ui;
};

export type Area = keyof Catalogues;

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Singular<Key extends string> = Key extends `${infer Stem}_${Plural}` ? Stem : Key;
type KeysIn<Words> = {
  [Key in keyof Words & string]: Words[Key] extends string
    ? Singular<Key>
    : `${Key}.${KeysIn<Words[Key]>}`;
}[keyof Words & string];

/** The keys of an area: `nested.keys` by dots, plurals without their suffix. */
export type WordKey<A extends Area> = KeysIn<Catalogues[A]>;
