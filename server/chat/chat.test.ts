import type { AddressInfo } from 'node:net';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, onTestFinished } from 'vitest';
import type {
  ChatAnswer,
  ChatJoined,
  ChatMessage,
  ChatRestriction,
  ChatSaid,
} from '#contract/chat.ts';
import { siteConfigDefaults, siteContract } from '#contract/site.ts';
import { buildApp } from '#server/app.ts';
import { nowText, useClock } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { endTicket } from '#server/tickets/index.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aGuestOf, aShow, minutesFromNow, type SomeShow } from '#test/factories/player.ts';
import { holdClock } from '#test/held-clock.ts';
import { connected, useSockets } from '#test/sockets.ts';
import { call } from '#test/story.ts';
import { listLastMessages } from './chat.queries.ts';
import { checkReaders } from './check-readers.ts';
import { forgetShow } from './show.ts';

const { windowOf } = useSockets();

type Seat = {
  ask: <T>(event: string, input: unknown) => Promise<ChatAnswer<T>>;
  /** The next time the chat says this. */
  next: <E extends keyof ChatSaid>(event: E) => Promise<ChatSaid[E]>;
  heard: string[];
};

/** Somebody's socket; `heard` collects the bodies of all messages said to it. */
async function seat(as: Someone | null, at?: string): Promise<Seat> {
  const socket = windowOf(as, at);
  const heard: string[] = [];
  socket.on('chat:messages', ({ messages }: ChatSaid['chat:messages']) =>
    heard.push(...messages.map(({ body, state }) => (state === 'pending' ? `(${body})` : body))),
  );
  await connected(socket);
  return {
    ask: (event, input) => socket.emitWithAck(event, input),
    next: (event) => new Promise((said) => socket.once(event as string, said)),
    heard,
  };
}

const join = (one: Seat, { id }: SomeShow) => one.ask<ChatJoined>('chat:join', { productId: id });
const say = (one: Seat, { id }: SomeShow, body: string) =>
  one.ask<ChatMessage>('chat:say', { productId: id, body });
const decide = (one: Seat, { id }: SomeShow, message: ChatMessage, decision: string) =>
  one.ask('chat:decide', { productId: id, messageId: message.id, decision });
const restrict = (one: Seat, { id }: SomeShow, userId: string, kind: string, minutes?: number) =>
  one.ask('chat:restrict', { productId: id, userId, kind, minutes });

/** What was said to them before is there: their answer comes after it. */
const caughtUp = (one: Seat) => one.ask('chat:leave', { productId: crypto.randomUUID() });

function good<T>(given: ChatAnswer<T>): T {
  if (!given.ok) throw new Error(`refused: ${given.refused.code}`);
  return given.answer;
}
const codeOf = (given: ChatAnswer<unknown>) => (given.ok ? 'answered' : given.refused.code);

async function guestIn(show: SomeShow) {
  const person = await aGuestOf(show);
  const one = await seat(person);
  good(await join(one, show));
  return { person, one };
}

async function ownerIn(show: SomeShow) {
  const one = await seat(show.owner);
  good(await join(one, show));
  return one;
}

async function moderated(work: () => Promise<void>) {
  const as = await anAdmin();
  const save = (moderatedChat: boolean) =>
    call(siteContract.saveConfig, { as, body: { ...siteConfigDefaults, moderatedChat } });
  await save(true);
  try {
    await work();
  } finally {
    await save(false);
  }
}

describe('the chat of a show', () => {
  it('hears what its guests say, with their public names', async () => {
    const show = await aShow();
    const { one: ana } = await guestIn(show);
    const { one: reader, person } = await guestIn(show);
    const said = reader.next('chat:messages');
    const mine = good(await say(ana, show, '  Good\nevening <b>all</b> '));
    expect(await said).toEqual({ productId: show.id, messages: [mine] });
    expect(mine).toMatchObject({
      author: { name: 'Ana P.', moderator: false },
      body: 'Good evening <b>all</b>',
      state: 'approved',
    });
    const later = good(await join(await seat(person), show));
    expect(later.messages).toEqual([mine]);
    expect(later.access).toEqual({
      productId: show.id,
      write: true,
      moderate: false,
      moderated: false,
      silence: null,
    });
    expect(later.readers).toBe(3);
  });

  it('is closed to those without a ticket, to strangers, and to anything malformed', async () => {
    const show = await aShow();
    for (const as of [await aViewer(), await anOrganizer()]) {
      const one = await seat(as);
      expect(codeOf(await join(one, show))).toBe('CHAT_DISABLED');
      expect(codeOf(await say(one, show, 'Hello'))).toBe('CHAT_DISABLED');
    }
    const stranger = await seat(null);
    expect(codeOf(await join(stranger, show))).toBe('NOT_LOGGED_IN');
    const { one } = await guestIn(show);
    expect(codeOf(await one.ask('chat:join', { productId: 'x' }))).toBe('BAD_REQUEST');
    expect(codeOf(await one.ask('chat:say', null))).toBe('BAD_REQUEST');
    expect(codeOf(await one.ask('chat:join', { productId: crypto.randomUUID() }))).toBe(
      'SERVER_ERROR_NOT_FOUND',
    );
  });

  it('is one of five that a socket can be in', async () => {
    const shows = await Promise.all([1, 2, 3, 4, 5, 6].map(() => aShow()));
    const admin = await seat(await anAdmin());
    const codes: string[] = [];
    for (const show of shows) codes.push(codeOf(await join(admin, show)));
    expect(codes).toEqual([...Array(5).fill('answered'), 'BAD_REQUEST']);
    const [first] = shows;
    if (first) expect(codeOf(await join(admin, first))).toBe('answered');
  });

  it('answers a person 240 times a minute, whatever they ask', async () => {
    const show = await aShow();
    useClock(Temporal.Now.instant());
    const { one } = await guestIn(show);
    const leave = () => one.ask('chat:leave', { productId: crypto.randomUUID() });
    const codes = (await Promise.all(Array.from({ length: 239 }, leave))).map(codeOf);
    expect(new Set(codes)).toEqual(new Set(['answered']));
    expect(await leave()).toMatchObject({
      ok: false,
      refused: { code: 'TOO_MANY_REQUESTS', seconds: 1 },
    });
    useClock(null);
  });

  it('hears nothing of another chat', async () => {
    const { one } = await guestIn(await aShow());
    const elsewhere = await aShow();
    const { one: other } = await guestIn(elsewhere);
    const said = other.next('chat:messages');
    good(await say(other, elsewhere, 'Over here'));
    await said;
    await caughtUp(one);
    expect(one.heard).toEqual([]);
  });

  it('is read but not written when the show is over', async () => {
    const show = await aShow({ air: 'over' });
    const { one } = await guestIn(show);
    expect(codeOf(await say(one, show, 'Encore'))).toBe('CHAT_DISABLED');
    const waiting = await aShow({ startsAt: minutesFromNow(20), air: 'nothing' });
    const { one: early } = await guestIn(waiting);
    expect(codeOf(await say(early, waiting, 'Early'))).toBe('answered');
    const recorded = await aShow({ air: 'recorded' });
    const { one: late } = await guestIn(recorded);
    expect(codeOf(await say(late, recorded, 'Late'))).toBe('answered');
  });

  it('refuses what is empty, too long or too fast, and says how long to wait', async () => {
    const show = await aShow();
    const { one } = await guestIn(show);
    expect(codeOf(await say(one, show, ' \n '))).toBe('VALIDATION');
    expect(codeOf(await say(one, show, 'x'.repeat(501)))).toBe('VALIDATION');
    // However long the machine takes for them, they come at once.
    useClock(Temporal.Now.instant());
    onTestFinished(() => useClock(null));
    const burst = await Promise.all([1, 2, 3, 4, 5].map((at) => say(one, show, `${at}`)));
    expect(burst.map(codeOf)).toEqual(Array(5).fill('answered'));
    const sixth = await say(one, show, '6');
    expect(sixth).toMatchObject({ ok: false, refused: { code: 'CHAT_TOO_FAST', seconds: 1 } });
  });

  it('gives the last hundred messages, oldest first', async () => {
    const show = await aShow();
    const { person } = await guestIn(show);
    const start = Temporal.Instant.from('2026-01-01T00:00:00Z');
    await db()
      .insertInto('chat_messages')
      .values(
        Array.from({ length: 120 }, (_, at) => ({
          product_id: show.id,
          author_id: person.id,
          body: `${at}`,
          state: 'approved',
          sent_at: start.add({ seconds: at }).toString(),
        })),
      )
      .execute();
    const reader = { id: person.id, moderator: false };
    const bodies = (await listLastMessages(db(), show.id, reader)).map(({ body }) => body);
    expect(bodies).toEqual(Array.from({ length: 100 }, (_, at) => `${at + 20}`));
  });
});

describe('moderated chat', () => {
  it('shows a message to its author and the moderators until one of them lets it through', () =>
    moderated(async () => {
      const show = await aShow();
      const owner = await ownerIn(show);
      const { one: author, person } = await guestIn(show);
      const { one: reader, person: readerPerson } = await guestIn(show);
      const waiting = owner.next('chat:messages');
      const message = good(await say(author, show, 'May I?'));
      expect(message.state).toBe('pending');
      expect((await waiting).messages).toEqual([message]);
      const reload = async (as: Someone) =>
        good(await join(await seat(as), show)).messages.map(({ state }) => state);
      expect(await reload(person)).toEqual(['pending']);
      expect(await reload(readerPerson)).toEqual([]);
      expect(codeOf(await decide(reader, show, message, 'approve'))).toBe('FORBIDDEN');
      expect(codeOf(await decide(author, show, message, 'approve'))).toBe('FORBIDDEN');
      const shown = reader.next('chat:messages');
      good(await decide(owner, show, message, 'approve'));
      expect((await shown).messages[0]).toMatchObject({ id: message.id, state: 'approved' });
      expect(codeOf(await decide(owner, show, message, 'approve'))).toBe('CHAT_STATE');
      expect(reader.heard).toEqual(['May I?']);
    }));

  it('still comes to a moderator who left the chat and came back', () =>
    moderated(async () => {
      const show = await aShow();
      const owner = await ownerIn(show);
      const { one: author } = await guestIn(show);
      good(await owner.ask('chat:leave', { productId: show.id }));
      good(await join(owner, show));
      const waiting = owner.next('chat:messages');
      good(await say(author, show, 'Again?'));
      expect((await waiting).messages[0]).toMatchObject({ body: 'Again?', state: 'pending' });
    }));

  it('does not hold back what moderators say', () =>
    moderated(async () => {
      const show = await aShow();
      const { one: reader } = await guestIn(show);
      const said = reader.next('chat:messages');
      good(await say(await ownerIn(show), show, 'Welcome'));
      expect((await said).messages[0]).toMatchObject({
        body: 'Welcome',
        state: 'approved',
        author: { moderator: true },
      });
    }));
});

describe('a moderator', () => {
  it('deletes a message for everyone', async () => {
    const show = await aShow();
    const admin = await seat(await anAdmin());
    good(await join(admin, show));
    const { one: author, person } = await guestIn(show);
    const message = good(await say(author, show, 'Rude'));
    const removed = author.next('chat:removed');
    good(await decide(admin, show, message, 'delete'));
    expect(await removed).toEqual({ productId: show.id, messageIds: [message.id] });
    expect(good(await join(await seat(person), show)).messages).toEqual([]);
    expect(codeOf(await decide(admin, show, message, 'delete'))).toBe('SERVER_ERROR_NOT_FOUND');
  });

  it('silences somebody in this chat, and lets them speak again', async () => {
    const show = await aShow();
    const owner = await ownerIn(show);
    const { one, person } = await guestIn(show);
    const told = one.next('chat:access');
    good(await restrict(owner, show, person.id, 'muted'));
    expect(await told).toMatchObject({ write: false, silence: 'muted' });
    expect(codeOf(await say(one, show, 'Hm'))).toBe('CHAT_MUTED');
    good(await restrict(owner, show, person.id, 'none'));
    expect(codeOf(await say(one, show, 'Thanks'))).toBe('answered');
  });

  it('bans somebody from this chat with all they said', async () => {
    const show = await aShow();
    const owner = await ownerIn(show);
    const { one, person } = await guestIn(show);
    const message = good(await say(one, show, 'Spam'));
    const [out, removed] = [one.next('chat:out'), owner.next('chat:removed')];
    good(await restrict(owner, show, person.id, 'banned'));
    expect(await removed).toEqual({ productId: show.id, messageIds: [message.id] });
    expect(await out).toMatchObject({ code: 'CHAT_BANNED' });
    expect(codeOf(await join(one, show))).toBe('CHAT_BANNED');
    const quiet = owner.next('chat:messages');
    good(await say(owner, show, 'Quiet now'));
    await quiet;
    await caughtUp(one);
    expect(one.heard).toEqual(['Spam']);
  });

  it('sees who is silenced or banned, and lets them back in', async () => {
    const show = await aShow();
    const owner = await ownerIn(show);
    const { one, person } = await guestIn(show);
    const { person: muted } = await guestIn(show);
    const { one: reader, person: free } = await guestIn(show);
    good(await restrict(owner, show, free.id, 'muted', 1));
    await db()
      .updateTable('chat_restrictions')
      .set({ until_at: minutesFromNow(-1) })
      .where('user_id', '=', free.id)
      .execute();
    good(await restrict(owner, show, muted.id, 'muted', 10));
    good(await restrict(owner, show, person.id, 'banned'));
    const restricted = () =>
      owner.ask<ChatRestriction[]>('chat:restricted', { productId: show.id });
    expect(good(await restricted())).toEqual([
      { userId: person.id, name: 'Ana P.', kind: 'banned', until: null },
      { userId: muted.id, name: 'Ana P.', kind: 'muted', until: expect.any(String) },
    ]);
    expect(codeOf(await reader.ask('chat:restricted', { productId: show.id }))).toBe('FORBIDDEN');
    good(await restrict(owner, show, person.id, 'none'));
    expect(good(await restricted())).toHaveLength(1);
    good(await join(one, show));
    expect(codeOf(await say(one, show, 'Back again'))).toBe('answered');
  });

  it('is the owner of this channel or an administrator, and nobody silences one', async () => {
    const show = await aShow();
    const owner = await ownerIn(show);
    const { one, person } = await guestIn(show);
    const { one: other } = await guestIn(show);
    expect(codeOf(await restrict(other, show, person.id, 'muted'))).toBe('FORBIDDEN');
    expect(codeOf(await restrict(one, show, show.owner.id, 'muted'))).toBe('FORBIDDEN');
    expect(codeOf(await restrict(owner, show, (await anAdmin()).id, 'banned'))).toBe('FORBIDDEN');
    const foreign = await seat((await aShow()).owner);
    expect(codeOf(await restrict(foreign, show, person.id, 'banned'))).toBe('CHAT_DISABLED');
  });
});

describe('who loses their place', () => {
  it('is out at once when the ticket ends', async () => {
    const show = await aShow();
    const { one, person } = await guestIn(show);
    const owner = await ownerIn(show);
    const out = one.next('chat:out');
    await inTransaction((tx) => endTicket(tx, person.ticketId, 'refund'));
    expect(await out).toMatchObject({ productId: show.id, code: 'CHAT_DISABLED' });
    good(await say(owner, show, 'Among us'));
    expect(codeOf(await say(one, show, 'Still here'))).toBe('CHAT_DISABLED');
    expect(one.heard).toEqual([]);
  });

  it('is out at the next look when they were stopped elsewhere', async () => {
    const show = await aShow();
    const { one, person } = await guestIn(show);
    const out = one.next('chat:out');
    await db()
      .updateTable('users')
      .set({ blocked_at: nowText() })
      .where('id', '=', person.id)
      .execute();
    await checkReaders(show.id);
    expect(await out).toMatchObject({ productId: show.id });
  });

  it('is out at the next look when their log-in has ended elsewhere', async () => {
    const show = await aShow();
    const { one, person } = await guestIn(show);
    const out = one.next('chat:out');
    await db().deleteFrom('auth_tokens').where('user_id', '=', person.id).execute();
    await checkReaders(show.id);
    expect(await out).toMatchObject({ code: 'NOT_LOGGED_IN' });
  });

  it('may no longer write, and is told, when the show is over', async () => {
    const show = await aShow();
    const { one } = await guestIn(show);
    const told = one.next('chat:access');
    await db()
      .updateTable('broadcasts')
      .set({ state: 'ended', ended_at: nowText() })
      .where('product_id', '=', show.id)
      .execute();
    forgetShow(show.id);
    await checkReaders(show.id);
    expect(await told).toMatchObject({ write: false, silence: 'finished' });
  });
});

describe('strangers', () => {
  it('are counted by their address before anything is asked of the database', async () => {
    // A right comes back with time.
    holdClock();
    overrideConfig({ RATE_LIMIT: 3 });
    const { http } = await buildApp({ pages: 'none' });
    await http.listen({ port: 0, host: '127.0.0.1' });
    const there = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
    const seats = [await seat(null, there), await seat(null, there)];
    const show = await aShow();
    const codes: string[] = [];
    for (const one of [...seats, ...seats]) codes.push(codeOf(await say(one, show, 'x')));
    expect(codes).toEqual([...Array(3).fill('NOT_LOGGED_IN'), 'TOO_MANY_REQUESTS']);
    overrideConfig({ RATE_LIMIT: 0 });
    await http.close();
  });
});
