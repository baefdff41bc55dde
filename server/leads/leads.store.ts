import type { LeadState, LetterKind } from '#contract/leads.ts';
import type { Language } from '#contract/shared/languages.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { leadComesFrom } from './leads.rules.ts';

type Subject = {
  channelId: string;
  /** Null: whatever the channel puts on. */
  productId: string | null;
  language: Language;
  /** ISO text. */
  at: string;
  wasOpen: boolean;
  knownSessions: readonly string[];
};

const interestRow = ({ channelId, productId, language, at, ...then }: Subject) => ({
  kind: 'interest',
  language,
  channel_id: channelId,
  product_id: productId,
  consented_at: at,
  moved_at: at,
  created_at: at,
  was_open: then.wasOpen,
  known_sessions: [...then.knownSessions],
});

/**
 * Somebody who is logged in asks to be told. One row for each person and thing: whoever was lost, or had
 * told us to stop, asks anew; asked twice it is once.
 */
export async function keepInterest(tx: Db, userId: string, asked: Subject): Promise<void> {
  const row = { ...interestRow(asked), user_id: userId };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('leads')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) return;
  const { id } = await interestOf(tx, { userId }, asked).select('id').executeTakeFirstOrThrow();
  await renew(tx, id, asked);
}

/** Told in this round, of a row of `leads`. */
const isTold = sql<boolean>`exists (select from lead_letters y where y.lead_id = leads.id
  and y.kind = 'opened' and y.round = leads.round)`;

/** A new round, of what is there now, for whoever was told before or had told us to stop. */
async function renew(tx: Db, id: string, asked: Subject): Promise<void> {
  const { at, wasOpen, knownSessions } = asked;
  await moveLead(tx, id, { from: 'lost', to: 'new', at });
  await tx
    .updateTable('leads')
    .set({ stopped_at: null, consented_at: at, was_open: wasOpen })
    .set({ known_sessions: [...knownSessions], round: sql`round + ${isTold}::int` })
    .where('id', '=', id)
    .where((e) => e.or([e('stopped_at', 'is not', null), isTold]))
    .execute();
}

type Whose = { userId: string } | { email: string };

const interestOf = (tx: Db, whose: Whose, { channelId, productId }: Thing) =>
  tx
    .selectFrom('leads')
    .where('kind', '=', 'interest')
    .where('channel_id', '=', channelId)
    .where('product_id', productId === null ? 'is' : '=', productId as never)
    .where((e) =>
      'userId' in whose ? e('user_id', '=', whose.userId) : e('email', '=', whose.email),
    );

export type Thing = Pick<Subject, 'channelId' | 'productId'>;

/** The lead of somebody who waits to be told of a thing; null when they do not, or were told. */
export async function findInterest(db: Db, userId: string, thing: Thing): Promise<string | null> {
  const row = await interestOf(db, { userId }, thing)
    .select('id')
    .where('stopped_at', 'is', null)
    .where((e) => e.not(isTold))
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * A guest's wish, kept until the address confirms it. Answers its id when a letter is to be written:
 * not for one that is confirmed, and not again before `pausedSince`. Two who ask at the same instant
 * write one letter.
 */
export async function keepGuest(
  tx: Db,
  email: string,
  asked: Subject & { pausedSince: string },
): Promise<string | null> {
  const row = { ...interestRow(asked), email, asked_to_confirm_at: asked.at };
  const made = await tx
    .insertInto('leads')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return made.id;
  const again = await tx
    .updateTable('leads')
    .set({ asked_to_confirm_at: asked.at, consented_at: asked.at, language: asked.language })
    .set({ was_open: asked.wasOpen, known_sessions: [...asked.knownSessions] })
    .where('id', 'in', interestOf(tx, { email }, asked).select('id'))
    .where((e) => e.or([e('confirmed_at', 'is', null), e('stopped_at', 'is not', null), isTold]))
    .where('asked_to_confirm_at', '<=', asked.pausedSince)
    .returning('id')
    .executeTakeFirst();
  return again?.id ?? null;
}

/** Lets one at a time ask in the name of an address, to the end of the transaction. */
export async function lockAddress(tx: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lead of ${email}`}, 0))`.execute(tx);
}

/** How many letters that ask to confirm went to an address since `since`. */
export async function countAsked(db: Db, email: string, since: string): Promise<number> {
  const { asked } = await db
    .selectFrom('leads')
    .select(({ fn }) => fn.countAll<number>().as('asked'))
    .where('email', '=', email)
    .where('asked_to_confirm_at', '>', since)
    .executeTakeFirstOrThrow();
  return asked;
}

/** The address says that it was asked for; false when there is nothing to confirm. Twice is once. */
export async function confirmGuest(
  tx: Db,
  id: string,
  { at, since }: { at: string; since: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('leads')
    .set({ confirmed_at: at, stopped_at: null, round: sql`round + ${isTold}::int` })
    .where('id', '=', id)
    .where('email', '<>', '')
    .where('asked_to_confirm_at', '>', since)
    .returning('state')
    .executeTakeFirst();
  if (row?.state === 'lost') await moveLead(tx, id, { from: 'lost', to: 'new', at });
  return row !== undefined;
}

/** What nobody confirmed in time was never asked. */
export async function dropUnconfirmed(tx: Db, before: string): Promise<void> {
  await tx
    .deleteFrom('leads')
    .where('email', '<>', '')
    .where('confirmed_at', 'is', null)
    .where('asked_to_confirm_at', '<=', before)
    .execute();
}

/** Somebody who waits for a seat, or left a checkout; answers the lead, also one that was there. */
export async function keepLead(
  tx: Db,
  lead: {
    kind: 'waiting' | 'unfinished';
    userId: string;
    channelId: string;
    productId: string;
    sessionId: string | null;
    orderId?: string;
    language: Language;
    consentedAt: string;
    at: string;
  },
): Promise<{ id: string; state: LeadState }> {
  const made = await tx
    .insertInto('leads')
    .values({
      kind: lead.kind,
      user_id: lead.userId,
      language: lead.language,
      channel_id: lead.channelId,
      product_id: lead.productId,
      session_id: lead.sessionId,
      order_id: lead.orderId ?? null,
      consented_at: lead.consentedAt,
      moved_at: lead.at,
      created_at: lead.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'state'])
    .executeTakeFirst();
  const row = made ?? (await knownLead(tx, lead));
  return { id: row.id, state: row.state as LeadState };
}

const knownLead = (
  tx: Db,
  lead: { kind: string; userId: string; productId: string; sessionId: string | null },
) =>
  tx
    .selectFrom('leads')
    .select(['id', 'state'])
    .where('kind', '=', lead.kind)
    .where('user_id', '=', lead.userId)
    .where('product_id', '=', lead.productId)
    .$if(lead.kind === 'waiting', (query) => query.where('session_id', '=', lead.sessionId))
    .executeTakeFirstOrThrow();

type Move = {
  from: LeadState;
  to: LeadState;
  /** ISO text. */
  at: string;
};

/** The one writer of a lead's state; false when it was not in `from` any more. */
export async function moveLead(tx: Db, id: string, { from, to, at }: Move): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('leads')
    .set({ state: to, moved_at: at })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The same of many at once, from whatever state leads to `to`; those in others stay. */
export async function moveLeads(
  tx: Db,
  ids: readonly string[],
  { to, at }: Omit<Move, 'from'>,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('leads')
    .set({ state: to, moved_at: at })
    .where('id', 'in', [...ids])
    .where('state', 'in', leadComesFrom(to))
    .execute();
}

/** Nothing more is written to whoever this is; false when there is no such lead, or it said so before. */
export async function stopLead(tx: Db, id: string, at: string): Promise<boolean> {
  const row = await tx
    .updateTable('leads')
    .set({ stopped_at: at })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function writeNote(tx: Db, id: string, note: string): Promise<void> {
  await tx.updateTable('leads').set({ note }).where('id', '=', id).execute();
}

/**
 * Notes that these were written to, and answers who was not yet: of two who come at the same instant,
 * the second waits for the first and finds nobody left.
 */
export async function noteLetters(
  tx: Db,
  leadIds: readonly string[],
  { kind, at }: { kind: LetterKind; at: string },
): Promise<string[]> {
  const rows = await tx
    .insertInto('lead_letters')
    .columns(['lead_id', 'kind', 'round', 'sent_at'])
    .expression((e) =>
      e
        .selectFrom('leads')
        .select([
          'id',
          sql<string>`${kind}`.as('kind'),
          'round',
          sql<string>`${at}::timestamptz`.as('at'),
        ])
        .where('id', '=', sql<string>`any(${[...leadIds]}::uuid[])`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('lead_id')
    .execute();
  return rows.map(({ lead_id }) => lead_id);
}

/** The code that goes with a letter: nobody else gets it, by an index. */
export async function noteCode(
  tx: Db,
  letter: { leadId: string; kind: LetterKind; code: string },
): Promise<void> {
  await tx
    .updateTable('lead_letters')
    .set({ code: letter.code })
    .where('lead_id', '=', letter.leadId)
    .where('kind', '=', letter.kind)
    .execute();
}

/** Everything of a person, and of the address as a guest. Places in lines go with it. */
export async function eraseLeads(
  tx: Db,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  await tx
    .deleteFrom('leads')
    .where((e) => e.or([e('user_id', '=', userId), e('email', '=', address.toLowerCase())]))
    .execute();
}

/** Chooses the batch whose codes go with the last letter; null: none. */
export async function writeCoupon(
  tx: Db,
  productId: string,
  choice: { couponId: string | null; by: string; at: string },
): Promise<void> {
  const { couponId, by, at } = choice;
  if (couponId === null) {
    await tx.deleteFrom('lead_coupons').where('product_id', '=', productId).execute();
    return;
  }
  const row = { coupon_id: couponId, chosen_by: by, chosen_at: at };
  await tx
    .insertInto('lead_coupons')
    .values({ product_id: productId, ...row })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet(row))
    .execute();
}
