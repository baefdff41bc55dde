import type { ManagedUser } from '#contract/accounts.ts';
import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import { db } from '#server/platform/database/index.ts';
import {
  type ExportColumn,
  exportList,
  textCell,
  type Writing,
} from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { wordsOf } from '#server/platform/words.ts';
import { managedUserIds, managedUsersByIds, type UsersSearch } from './managed-users.queries.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** All users that fit a search as a file. */
export const exportUsers = (
  query: UsersSearch & ExportChoice,
  asking: { actor: Actor; language: Language },
): Promise<FileAnswer> =>
  exportList<ManagedUser>(
    { ...asking, choice: query },
    {
      say,
      names: { file: 'export.file', sheet: 'export.sheet' },
      columns,
      ids: (most) => managedUserIds(db(), query, most),
      load: (ids) => managedUsersByIds(db(), ids),
    },
  );

const stateOf = ({ deleted, blocked }: ManagedUser) =>
  deleted ? 'deleted' : blocked ? 'blocked' : 'active';

function columns({ say: word, moment, head }: Writing): ExportColumn<ManagedUser>[] {
  const yesNo = (is: boolean) => textCell(word(is ? 'export.yes' : 'export.no'));
  const roles = ({ roles: given }: ManagedUser) =>
    given.map((role) => word(`export.role.${role}`)).join(', ');
  return [
    { head: word('export.email'), cell: (user) => textCell(user.email), width: 28 },
    { head: word('export.name'), cell: (user) => textCell(user.name) },
    { head: word('export.surname'), cell: (user) => textCell(user.surname), width: 20 },
    { head: word('export.roles'), cell: (user) => textCell(roles(user)), width: 24 },
    {
      head: word('export.approval'),
      cell: (user) => textCell(word(`export.approvals.${user.approval}`)),
    },
    {
      head: word('export.state'),
      cell: (user) => textCell(word(`export.states.${stateOf(user)}`)),
    },
    { head: word('export.confirmed'), cell: (user) => yesNo(user.emailConfirmed) },
    { head: word('export.country'), cell: (user) => textCell(user.country) },
    { head: word('export.company'), cell: (user) => textCell(user.company), width: 20 },
    { head: word('export.job'), cell: (user) => textCell(user.job), width: 20 },
    { head: word('export.language'), cell: (user) => textCell(user.language) },
    { head: word('export.newsletter'), cell: (user) => yesNo(user.newsletter) },
    { head: head('export.signedUp'), cell: (user) => moment(user.createdAt), width: 18 },
    { head: head('export.lastSeen'), cell: (user) => moment(user.lastSeenAt), width: 18 },
  ];
}
