import { plainIban } from '#contract/shared/iban-text.ts';
import { type ChannelPayee, payeesByIds } from '#server/channels/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { type Payee, payeeFrom } from './payouts.rules.ts';

export type Standing = ChannelPayee & {
  payee: Payee;
  /** The payments that came back from the account that it names now, and nobody has said that it is right. */
  back: string[];
};

/** Whom to pay for these channels as things stand, what banks said of their accounts included. */
export async function payeesOf(db: Db, ids: readonly string[]): Promise<Map<string, Standing>> {
  const channels = await payeesByIds(db, ids);
  const back = await listReturned(db, [...channels.keys()]);
  return new Map(
    [...channels].map(([id, channel]) => {
      const ids = back
        .filter((one) => one.channelId === id && isSameIban(one, channel))
        .map((one) => one.id);
      const payee = payeeFrom({ ...channel, isReturned: ids.length > 0 });
      return [id, { ...channel, payee, back: ids }] as const;
    }),
  );
}

type Returned = { id: string; channelId: string; iban: string };
type WithIban = { iban: string };

const isSameIban = (one: WithIban, other: WithIban) =>
  plainIban(one.iban) === plainIban(other.iban);

/** The payments of these channels that came back, and nobody has said that their account is right. */
async function listReturned(db: Db, channelIds: readonly string[]): Promise<Returned[]> {
  if (channelIds.length === 0) return [];
  const rows = await db
    .selectFrom('payouts')
    .select(['id', 'channel_id as channelId', 'payee'])
    .where('channel_id', 'in', [...channelIds])
    .where('state', '=', 'returned')
    .where('account_confirmed_at', 'is', null)
    .execute();
  return rows.map(({ payee, ...row }) => ({ ...row, iban: (payee as Payee).iban }));
}

/** What came back from the account of a payment, if its channel still names that account. */
export const backFrom = ({ iban }: Payee, now: Standing | undefined): string[] =>
  now && isSameIban({ iban }, now) ? now.back : [];
