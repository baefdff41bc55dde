import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { Subscriber } from '#contract/subscriptions.ts';
import { config } from '#server/platform/config.ts';
import {
  amountCell,
  type ExportColumn,
  exportList,
  textCell,
  type Writing,
} from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { say } from './said.ts';
import {
  ownReach,
  type Reach,
  type SubscribersSearch,
  subscriberIds,
  subscribersByIds,
} from './subscribers.queries.ts';

type Asked = SubscribersSearch & ExportChoice;
type Asking = { actor: Actor; language: Language };

/** The subscribers of the actor's own channels as a file. */
export const exportSubscribers = async (query: Asked, asking: Asking): Promise<FileAnswer> =>
  exported(query, asking, await ownReach(asking.actor, query));

/** The subscribers of all channels as a file, for administrators. */
export const exportAllSubscribers = (query: Asked, asking: Asking): Promise<FileAnswer> =>
  exported(query, asking, { ownerId: null });

const exported = (query: Asked, asking: Asking, reach: Reach) =>
  exportList<Subscriber>(
    { ...asking, choice: query },
    {
      say,
      names: { file: 'export.file', sheet: 'export.sheet' },
      columns,
      ids: (most) => subscriberIds(query, reach, most),
      load: subscribersByIds,
    },
  );

const columns = ({ say: word, moment, head }: Writing): ExportColumn<Subscriber>[] => [
  {
    head: word('export.channel'),
    cell: (one) => textCell(one.channel?.title ?? config().SITE_NAME),
    width: 24,
  },
  { head: word('export.name'), cell: (one) => textCell(one.person.name) },
  { head: word('export.surname'), cell: (one) => textCell(one.person.surname), width: 20 },
  { head: word('export.email'), cell: (one) => textCell(one.person.email), width: 28 },
  {
    head: word('export.status'),
    cell: (one) => textCell(word(`export.statuses.${one.paymentDue ? 'due' : one.status}`)),
  },
  { head: head('export.since'), cell: (one) => moment(one.since), width: 18 },
  {
    head: head('export.until'),
    cell: (one) => (one.validUntil ? moment(one.validUntil) : textCell(word('export.forGood'))),
    width: 18,
  },
  { head: word('export.term'), cell: (one) => textCell(word(`export.terms.${one.term}`)) },
  { head: word('export.months'), cell: (one) => textCell(String(one.months)) },
  { head: word('export.currency'), cell: (one) => textCell(one.currency) },
  { head: word('export.total'), cell: (one) => amountCell(one.total, one.currency) },
];
