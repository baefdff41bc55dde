import type { ReviewedChannelRow } from '#contract/channels.ts';
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
import { wordsOf } from '#server/platform/words.ts';
import { type ChannelsSearch, channelIds, channelRowsByIds } from './channels.queries.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** All channels that fit a search as a file, for the team. */
export const exportChannels = (
  query: ChannelsSearch & ExportChoice,
  asking: { actor: Actor; language: Language },
): Promise<FileAnswer> =>
  exportList<ReviewedChannelRow>(
    { ...asking, choice: query },
    {
      say,
      names: { file: 'export.file', sheet: 'export.sheet' },
      columns,
      ids: (most) => channelIds(query, most),
      load: channelRowsByIds,
    },
  );

const columns = ({ say: word, moment, head }: Writing): ExportColumn<ReviewedChannelRow>[] => [
  { head: word('export.title'), cell: (row) => textCell(row.title), width: 32 },
  { head: word('export.state'), cell: (row) => textCell(word(`export.states.${row.state}`)) },
  { head: head('export.since'), cell: (row) => moment(row.stateChangedAt), width: 18 },
  { head: word('export.owner'), cell: (row) => textCell(row.owner.name), width: 24 },
  { head: word('export.email'), cell: (row) => textCell(row.owner.email), width: 28 },
  {
    head: word('export.featured'),
    cell: (row) => textCell(word(row.featured ? 'export.yes' : 'export.no')),
  },
  { head: head('export.created'), cell: (row) => moment(row.createdAt), width: 18 },
  { head: word('export.slug'), cell: (row) => textCell(row.slug), width: 32 },
];
