import type { Lead } from '#contract/leads.ts';
import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import {
  type ExportColumn,
  exportList,
  textCell,
  type Writing,
} from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { type LeadsSearch, leadIds, leadsByIds, ownReach } from './leads.queries.ts';
import { say } from './said.ts';

type Asked = LeadsSearch & ExportChoice;
type Asking = { actor: Actor; language: Language };

/** The leads of the actor's own channels as a file. */
export const exportLeads = async (query: Asked, asking: Asking): Promise<FileAnswer> =>
  exported(query, asking, await ownReach(asking.actor, query));

/** The leads of all channels as a file, for administrators. */
export const exportAllLeads = (query: Asked, asking: Asking): Promise<FileAnswer> =>
  exported(query, asking, { ownerId: null });

const exported = (query: Asked, asking: Asking, reach: { ownerId: string | null }) =>
  exportList<Lead>(
    { ...asking, choice: query },
    {
      say,
      names: { file: 'export.file', sheet: 'export.sheet' },
      columns,
      ids: (most) => leadIds(query, reach, most),
      load: leadsByIds,
    },
  );

const columns = ({ say: word, moment, head }: Writing): ExportColumn<Lead>[] => [
  { head: head('export.asked'), cell: (lead) => moment(lead.askedAt), width: 18 },
  { head: word('export.kind'), cell: (lead) => textCell(word(`export.kinds.${lead.kind}`)) },
  { head: word('export.state'), cell: (lead) => textCell(word(`export.states.${lead.state}`)) },
  { head: head('export.moved'), cell: (lead) => moment(lead.movedAt), width: 18 },
  { head: word('export.name'), cell: (lead) => textCell(lead.person.name), width: 24 },
  { head: word('export.email'), cell: (lead) => textCell(lead.person.email), width: 28 },
  { head: word('export.product'), cell: (lead) => textCell(lead.product?.title ?? ''), width: 32 },
  { head: word('export.channel'), cell: (lead) => textCell(lead.channel.title), width: 24 },
  { head: head('export.show'), cell: (lead) => moment(lead.sessionAt), width: 18 },
  { head: head('export.letter'), cell: (lead) => moment(lastLetter(lead)), width: 18 },
  { head: word('export.note'), cell: (lead) => textCell(lead.note), width: 40 },
];

const lastLetter = ({ letters }: Lead): string | null => letters.at(-1)?.sentAt ?? null;
