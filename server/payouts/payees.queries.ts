import { plainIban } from '#contract/shared/iban-text.ts';
import { type ChannelPayee, payeesByIds } from '#server/channels/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { type Payee, payeeFrom } from './payouts.rules.ts';

type Standing = ChannelPayee & { payee: Payee };

/** Whom to pay for these channels as things stand, what banks said of their accounts included. */
export async function payeesOf(db: Db, ids: readonly string[]): Promise<Map<string, Standing>> {
  const channels = await payeesByIds(db, ids);
  const back = await listReturned(db, [...channels.keys()]);
  return new Map(
    [...channels].map(([id, channel]) => {
      const isReturned = back.some((one) => one.channelId === id && isSameIban(one, channel));
      return [id, { ...channel, payee: payeeFrom({ ...channel, isReturned }) }] as const;
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

/** Those of a channel that came back from the account that it names now. */
export async function listReturnedFrom(
  db: Db,
  { channelId, iban }: { channelId: string; iban: string },
): Promise<string[]> {
  const back = await listReturned(db, [channelId]);
  return back.filter((one) => isSameIban(one, { iban })).map(({ id }) => id);
}
