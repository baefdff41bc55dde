import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { PayeeFault } from '#contract/shared/payees.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { payeesOf } from './payees.queries.ts';
import { faultOfPayee, isForOrganizer } from './payouts.rules.ts';

/**
 * The channels of an organizer whose money is stuck, by their ids, and why. Only what they can put right
 * themselves. Three statements at most, however many channels there are.
 */
export async function listStuck(db: Db, ownerId: string): Promise<Map<string, PayeeFault>> {
  const waiting = await listWaiting(db, ownerId);
  const payees = await payeesOf(
    db,
    waiting.map(({ channelId }) => channelId),
  );
  const stuck = new Map<string, PayeeFault>();
  for (const { channelId, currency, returnedId } of waiting) {
    const now = payees.get(channelId);
    if (!now || (returnedId && !now.back.includes(returnedId))) continue;
    const fault = faultOfPayee(now.payee, currency);
    if (fault && isForOrganizer(fault) && !stuck.has(channelId)) stuck.set(channelId, fault);
  }
  return stuck;
}

type Waiting = { channelId: string; currency: CurrencyCode; returnedId: string | null };

/** What is in a run that nobody has approved, was left out of the last one, or came back. */
async function listWaiting(db: Db, ownerId: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select p.channel_id as "channelId", p.currency,
      case when p.state = 'returned' then p.id end as "returnedId"
    from payouts p join payout_runs r on r.id = p.run_id join channels c on c.id = p.channel_id
    where c.owner_id = ${ownerId} and (
      (p.state = 'open' and r.state = 'collected')
      or (p.state = 'returned' and p.account_confirmed_at is null)
      or (p.state = 'held' and not exists (select from payouts n where n.channel_id = p.channel_id
        and n.currency = p.currency and n.number > p.number and n.state <> 'dropped')))
    order by p.number`.execute(db);
  return rows;
}
