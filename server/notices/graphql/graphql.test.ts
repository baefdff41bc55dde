import type { AddressInfo } from 'node:net';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { accountsContract } from '#contract/accounts.ts';
import { noticesContract } from '#contract/notices.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { joinProcesses, leaveProcesses } from '#server/platform/database/processes.ts';
import { aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aNotice } from '#test/factories/notices.ts';
import { app, call } from '#test/story.ts';
import { notify, notifyPeople } from '../index.ts';
import { listeners } from '../push.ts';

let address = '';
let apiKey = '';
const open: { dispose: () => void | Promise<void> }[] = [];

beforeAll(async () => {
  const http = await app();
  await http.listen({ port: 0, host: '127.0.0.1' });
  address = `127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  ({ apiKey } = await call(noticesContract.getAccess));
  await joinProcesses();
});

afterAll(async () => {
  for (const client of open) await client.dispose();
  await leaveProcesses();
});

type Answered = {
  data?: Record<string, unknown> | null;
  errors?: { extensions: { code: string } }[];
};

async function ask(
  query: string,
  more: { as?: Someone; variables?: object; headers?: Record<string, string>; key?: string } = {},
): Promise<{ status: number; body: Answered }> {
  const response = await (await app()).inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      'x-api-key': more.key ?? apiKey,
      ...(more.as ? { authorization: `Bearer ${more.as.token}` } : {}),
      ...more.headers,
    },
    payload: { query, variables: more.variables ?? {} },
  });
  return { status: response.statusCode, body: response.json() as Answered };
}

const list = `query ($user: ID!, $limit: Int, $nextToken: String) {
  notifications(user: $user, limit: $limit, nextToken: $nextToken) {
    nextToken notifications { id content subject readOn timestamp type } } }`;
const unread = `query ($user: ID!) { unreadNotifications(user: $user) {
  nextToken notifications { subject } } unreadCount(user: $user) }`;
const mark = 'mutation ($user: ID!, $ids: [ID!]) { markAsRead(user: $user, ids: $ids) }';

type Page = { nextToken: string | null; notifications: { id: string; subject: string }[] };
const pageOf = (answered: Answered) => answered.data?.notifications as Page;

describe('notifications over HTTP', () => {
  it('are read page by page, newest first, by the person they are for', async () => {
    const viewer = await aViewer();
    for (const subject of ['one', 'two', 'three']) await aNotice(viewer.id, { subject });
    const variables = { user: viewer.id, limit: 2 };
    const first = pageOf((await ask(list, { as: viewer, variables })).body);
    expect(first.notifications.map(({ subject }) => subject)).toEqual(['three', 'two']);
    const rest = { ...variables, nextToken: first.nextToken };
    const second = pageOf((await ask(list, { as: viewer, variables: rest })).body);
    expect(second).toMatchObject({ nextToken: null, notifications: [{ subject: 'one' }] });
  });

  it('are marked as read, some or all, and only one’s own', async () => {
    const viewer = await aViewer();
    const other = await aViewer();
    await aNotice(viewer.id);
    await aNotice(viewer.id);
    await aNotice(other.id);
    const ofOther = pageOf((await ask(list, { as: other, variables: { user: other.id } })).body);
    const foreign = { user: viewer.id, ids: [ofOther.notifications[0]?.id, 'nonsense'] };
    expect((await ask(mark, { as: viewer, variables: foreign })).body.data).toEqual({
      markAsRead: 0,
    });
    const mine = pageOf((await ask(list, { as: viewer, variables: { user: viewer.id } })).body);
    const one = { user: viewer.id, ids: [mine.notifications[0]?.id] };
    expect((await ask(mark, { as: viewer, variables: one })).body.data).toEqual({ markAsRead: 1 });
    expect((await ask(unread, { as: viewer, variables: one })).body.data).toMatchObject({
      unreadCount: 1,
    });
    await ask(mark, { as: viewer, variables: { user: viewer.id } });
    expect((await ask(unread, { as: viewer, variables: one })).body.data).toEqual({
      unreadNotifications: { nextToken: null, notifications: [] },
      unreadCount: 0,
    });
    expect(
      (await ask(unread, { as: other, variables: { user: other.id } })).body.data,
    ).toMatchObject({
      unreadCount: 1,
    });
  });

  it('in our own words are read in the language in which one asks', async () => {
    const viewer = await aUser({ language: 'es' });
    await inTransaction((tx) =>
      notifyPeople(tx, { userIds: [viewer.id], type: 'sale', values: { product: 'Gala' } }),
    );
    const asked = async (language: string) =>
      pageOf(
        (
          await ask(list, {
            as: viewer,
            variables: { user: viewer.id },
            headers: { 'accept-language': language },
          })
        ).body,
      ).notifications[0]?.subject;
    expect(await asked('es')).toBe('Nueva venta');
    expect(await asked('pt')).toBe('Nova venda');
  });

  it('are nobody else’s', async () => {
    const viewer = await aViewer();
    const stranger = await aViewer();
    const variables = { user: viewer.id };
    for (const query of [list, unread, mark]) {
      const codes = [
        await ask(query, { variables }),
        await ask(query, { as: stranger, variables }),
        await ask(query, { as: viewer, variables, key: 'another key' }),
      ].map(({ status, body }) => [status, body.errors?.[0]?.extensions.code]);
      expect(codes).toEqual([
        [401, 'NOT_LOGGED_IN'],
        [403, 'FORBIDDEN'],
        [401, 'API_KEY_INVALID'],
      ]);
    }
  });
});

describe('the GraphQL door', () => {
  const viewer = aViewer();
  const refused = async (query: string) => {
    const as = await viewer;
    const headers = { accept: 'application/graphql-response+json' };
    const { status, body } = await ask(query, { as, headers });
    return { status, data: body.data ?? null, refused: (body.errors?.length ?? 0) > 0 };
  };
  const no = (status: number) => ({ status, data: null, refused: true });

  it('refuses too many aliases, fields and fragments inside themselves', async () => {
    const id = (await viewer).id;
    const many = Array.from({ length: 7 }, (_, at) => `a${at}: unreadCount(user: "${id}")`);
    const within = `n: notifications(user: "${id}") { ${Array.from({ length: 20 }, (_, at) => `t${at}: nextToken`).join(' ')} }`;
    expect(await refused(`{ ${many.join(' ')} }`)).toMatchObject({ status: 200, refused: false });
    expect(await refused(`{ ${many.join(' ')} b: __typename c: __typename }`)).toEqual(no(400));
    expect(await refused(`{ ${within} }`)).toEqual(no(400));
    expect(await refused('{ ...A } fragment A on Query { ...A }')).toEqual(no(400));
    expect(await refused(`{ ${'__typename '.repeat(700)} }`)).toEqual(no(400));
  });

  it('takes one operation at a time, and streams only over websocket', async () => {
    const http = await app();
    const headers = { 'x-api-key': apiKey };
    const batch = await http.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: [{ query: '{ __typename }' }, { query: '{ __typename }' }],
    });
    expect(batch.statusCode).toBe(400);
    expect((await refused('subscription { systemNotifications { id } }')).refused).toBe(true);
    const changed = await http.inject({
      method: 'GET',
      url: `/graphql?query=${encodeURIComponent('mutation { markAsRead(user: "x") }')}`,
      headers,
    });
    expect(changed.statusCode).toBe(405);
  });
});

type Heard = { next: () => Promise<unknown> };

/** Subscribes and answers what comes, one by one; an error or a closed connection is thrown. */
function listen(
  query: string,
  more: { as?: Someone; variables?: Record<string, unknown>; key?: string } = {},
): Heard {
  const client = createClient({
    url: `ws://${address}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: {
      'x-api-key': more.key ?? apiKey,
      ...(more.as ? { authorization: `Bearer ${more.as.token}` } : {}),
    },
  });
  open.push(client);
  const stream = client.iterate({ query, variables: more.variables ?? {} });
  return {
    next: async () => {
      const { value, done } = await stream.next();
      if (done) return 'ended';
      if (value.errors) throw value.errors;
      return value.data;
    },
  };
}

const ofUser =
  'subscription ($user: ID!) { userNotifications(user: $user) { type id user payload } }';
const ofAll =
  'subscription { systemNotifications { id payload { type message notificationType } } }';
/** Until a subscription stands: to what `user:{id}` is told, or to what everyone is. */
const settled = (event: string) => expect.poll(() => listeners.listenerCount(event)).toBe(1);

describe('notifications as they come', () => {
  it('reach the person they are for, and nobody else', async () => {
    const viewer = await aViewer();
    const other = await aViewer();
    const mine = listen(ofUser, { as: viewer, variables: { user: viewer.id } });
    const theirs = listen(ofUser, { as: other, variables: { user: other.id } });
    const [heard, alsoHeard] = [mine.next(), theirs.next()];
    await settled(`user:${viewer.id}`);
    await settled(`user:${other.id}`);
    await aNotice(viewer.id, { subject: 'For you', payload: { path: '/mystuff' } });
    await aNotice(other.id, { subject: 'For the other' });
    expect(await heard).toMatchObject({
      userNotifications: {
        type: 'note',
        user: viewer.id,
        payload: { subject: 'For you', content: 'Read me.', path: '/mystuff' },
      },
    });
    expect(await alsoHeard).toMatchObject({
      userNotifications: { payload: { subject: 'For the other' } },
    });
  });

  it('to everyone pop up for visitors too', async () => {
    const heard = listen(ofAll).next();
    await settled('system');
    await inTransaction((tx) =>
      notify(tx, {
        userId: null,
        type: 'system',
        subject: 'Maintenance at noon',
        payload: { notificationType: 'warning' },
      }),
    );
    expect(await heard).toMatchObject({
      systemNotifications: {
        payload: { type: 'message', message: 'Maintenance at noon', notificationType: 'warning' },
      },
    });
  });

  it('are refused to other persons, strangers and callers without the key', async () => {
    const viewer = await aViewer();
    const variables = { user: viewer.id };
    const codeOf = (error: { extensions: { code: string } }[]) => error[0]?.extensions.code;
    const foreign = listen(ofUser, { as: await aViewer(), variables });
    expect(await foreign.next().catch(codeOf)).toBe('FORBIDDEN');
    expect(await listen(ofUser, { variables }).next().catch(codeOf)).toBe('NOT_LOGGED_IN');
    const keyless = await listen(ofAll, { key: 'wrong key' })
      .next()
      .catch((event: { code: number }) => event.code);
    expect(keyless).toBe(4403);
  });

  it('are not had by a text that is no GraphQL, and the connection goes on', async () => {
    const codes = await listen('subscription { ')
      .next()
      .catch((errors: { message: string }[]) => errors.length);
    expect(codes).toBe(1);
  });

  it('end when the log-in has ended', async () => {
    const viewer = await aViewer();
    const stream = listen(ofUser, { as: viewer, variables: { user: viewer.id } });
    const first = stream.next();
    await settled(`user:${viewer.id}`);
    await aNotice(viewer.id);
    await first;
    const rest = stream.next();
    await call(accountsContract.logOut, { as: viewer });
    await aNotice(viewer.id, { subject: 'Too late' });
    expect(await rest).toBe('ended');
  });
});
