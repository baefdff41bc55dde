import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountsContract } from '#contract/accounts.ts';
import { noticesContract } from '#contract/notices.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { keptJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { isPublicAddress } from '#server/platform/public-address.ts';
import { anOrganizer, aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { certificate, certificateKey } from '#test/push-certificate.ts';
import { call, refusal } from '#test/story.ts';
import { dropNotificationsOf, notifyPeople } from '../index.ts';
import { type Network, useNetwork } from './post.ts';

type Got = { path: string; headers: Record<string, string>; body: Buffer };

/** A push service: it keeps what it is sent, and answers what the test wants. */
let service: Server;
let got: Got[] = [];
let answers: number[] = [];
/** In place of an answer: whoever waits for one loses patience then, and not sooner. */
const silence = 0;
let patience = new AbortController();
let resolved: LookupAddress[] = [];

beforeAll(async () => {
  service = createServer({ cert: certificate, key: certificateKey }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = request.headers as Record<string, string>;
    got.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks) });
    const status = answers.shift() ?? 201;
    if (status === silence) patience.abort();
    else response.writeHead(status).end();
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
});
afterAll(() => new Promise((done) => service.close(done)));

beforeEach(() => {
  got = [];
  answers = [];
  patience = new AbortController();
  resolved = [{ address: '127.0.0.1', family: 4 }];
  useNetwork(local());
});
afterEach(() => useNetwork(null));

const local = (): Network => ({
  resolve: ((_name: string, _options: object, done: (e: null, found: LookupAddress[]) => void) =>
    done(null, resolved)) as never,
  isOpen: (address) => address === '127.0.0.1' || isPublicAddress(address),
  port: (service.address() as AddressInfo).port,
  ca: certificate,
  patience: () => patience.signal,
});

type Browser = ReturnType<typeof aBrowser>;

/** What a browser makes when it subscribes, and can read later. */
function aBrowser() {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = crypto.getRandomValues(Buffer.alloc(16));
  const endpoint = `https://push.example.com/send/${crypto.randomUUID()}`;
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') };
  return { pair, publicKey, auth, form: { endpoint, keys } };
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** RFC 8291 and 8188, from the browser's side. */
function read({ body }: Got, { pair, publicKey, auth }: Browser): Record<string, string> {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
  const secret = derive(pair.computeSecret(sender), auth, about, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
}

/** The claims of a VAPID token whose signature is by the key that pages are given. RFC 8292. */
async function claimsOf({ headers }: Got): Promise<{ aud: string; exp: number; sub: string }> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(
    headers.authorization ?? '',
  ) as unknown as string[];
  const { publicKey } = await call(noticesContract.getPushKey);
  expect(key).toBe(publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const [head = '', claims = '', signature = ''] = token.split('.');
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isGood).toBe(true);
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

async function subscribed(person: Someone): Promise<Browser> {
  const browser = aBrowser();
  await call(noticesContract.subscribeToPush, { as: person, body: browser.form });
  return browser;
}

const tellStarted = (person: Someone) =>
  inTransaction((tx) =>
    notifyPeople(tx, {
      userIds: [person.id],
      type: 'broadcast_started',
      values: { product: 'Noche' },
      path: '/player/noche',
    }),
  );
const rowsOf = ({ id }: Someone) =>
  db().selectFrom('push_subscriptions').select('endpoint').where('user_id', '=', id).execute();

describe('a message to a browser', () => {
  it('says what the person is told, in their language, and only that browser can read it', async () => {
    const ana = await aUser({ language: 'es' });
    const browser = await subscribed(ana);
    await tellStarted(ana);
    await runKeptJobs();
    expect(got.length).toBe(1);
    const [message] = got as [Got];
    expect(message.path).toBe(new URL(browser.form.endpoint).pathname);
    expect(message.headers['content-encoding']).toBe('aes128gcm');
    expect(message.headers.urgency).toBe('high');
    expect(Number(message.headers.ttl)).toBeGreaterThan(7000);
    const { title, body, path, language } = read(message, browser);
    expect({ title, body, path, language }).toEqual({
      title: 'En directo ahora',
      body: 'Noche ha empezado. Ya puedes entrar.',
      path: '/player/noche',
      language: 'es',
    });
    expect(() => read(message, aBrowser())).toThrow();
    expect((await claimsOf(message)).aud).toBe('https://push.example.com');
  });

  it('goes to every browser of the person and to nobody else’s', async () => {
    const [ana, eva] = [await aViewer(), await aViewer()];
    const browsers = [await subscribed(ana), await subscribed(ana)];
    await subscribed(eva);
    await tellStarted(ana);
    await runKeptJobs();
    expect(new Set(got.map(({ path }) => path))).toEqual(
      new Set(browsers.map(({ form }) => new URL(form.endpoint).pathname)),
    );
  });

  it('is not sent once it was read, when it is old, or of what one has just done', async () => {
    const ana = await aViewer();
    await subscribed(ana);
    await tellStarted(ana);
    await db()
      .updateTable('notifications')
      .set({ read_on: '2026-01-01T00:00:00Z' })
      .where('user_id', '=', ana.id)
      .execute();
    await runKeptJobs();
    await inTransaction((tx) =>
      notifyPeople(tx, { userIds: [ana.id], type: 'ticket_granted', values: { product: 'Noche' } }),
    );
    expect(keptJobs()).toEqual([]);
    useClock('2026-05-01T10:00:00Z');
    await tellStarted(ana);
    useClock('2026-05-01T12:00:01Z');
    await runKeptJobs();
    expect(got).toEqual([]);
  });

  it('is tried again when the service is in trouble, and the browser forgotten when it is gone', async () => {
    const ana = await aViewer();
    await subscribed(ana);
    await tellStarted(ana);
    answers = [503];
    await expect(runKeptJobs()).rejects.toThrow('the push service answered 503');
    expect((await rowsOf(ana)).length).toBe(1);
    for (const [status, left] of [
      [400, 1],
      [410, 0],
    ] as const) {
      await tellStarted(ana);
      answers = [status];
      await runKeptJobs();
      expect((await rowsOf(ana)).length).toBe(left);
    }
  });

  it('leaves a service alone for a while that does not answer, and tries again after that', async () => {
    const ana = await aViewer();
    await subscribed(ana);
    useClock('2026-05-01T10:00:00Z');
    await tellStarted(ana);
    answers = [silence];
    await expect(runKeptJobs()).rejects.toThrow('push.example.com does not answer');
    patience = new AbortController();
    await tellStarted(ana);
    await expect(runKeptJobs()).rejects.toThrow('push.example.com was silent a moment ago');
    expect(got.length).toBe(1);
    useClock('2026-05-01T10:00:31Z');
    await tellStarted(ana);
    await runKeptJobs();
    expect(got.length).toBe(2);
    expect((await rowsOf(ana)).length).toBe(1);
  });

  it('never goes into a closed network, whatever the name says, also when one of many does', async () => {
    const ana = await aViewer();
    await subscribed(ana);
    resolved = [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ];
    await tellStarted(ana);
    await runKeptJobs();
    expect(got).toEqual([]);
    expect(await rowsOf(ana)).toEqual([]);
  });
});

describe('a subscription', () => {
  it('is refused without a log-in, for odd addresses and for odd keys', async () => {
    const { form } = aBrowser();
    expect(await refusal(noticesContract.subscribeToPush, { body: form })).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
    const as = await aViewer();
    for (const endpoint of ['http://push.example.com/x', 'https://127.0.0.1/x']) {
      const refused = await refusal(noticesContract.subscribeToPush, {
        as,
        body: { ...form, endpoint },
      });
      expect(refused.fields).toEqual({ endpoint: 'invalid' });
    }
    for (const odd of [{ auth: 'short' }, { p256dh: `B${'_'.repeat(86)}` }]) {
      const body = { ...form, keys: { ...form.keys, ...odd } };
      const refused = await refusal(noticesContract.subscribeToPush, { as, body });
      expect(refused.fields).toEqual({ keys: 'invalid' });
    }
  });

  it('ends with the log-in, when it is given up, and with the account', async () => {
    const ana = await aViewer();
    const { form } = await subscribed(ana);
    const eva = await aViewer();
    await call(noticesContract.unsubscribeFromPush, {
      as: eva,
      query: { endpoint: form.endpoint },
    });
    await call(noticesContract.unsubscribeFromPush, { as: ana, query: { endpoint: 'a\u0000b' } });
    expect((await rowsOf(ana)).length).toBe(1);
    await call(noticesContract.unsubscribeFromPush, {
      as: ana,
      query: { endpoint: form.endpoint },
    });
    expect(await rowsOf(ana)).toEqual([]);
    await subscribed(ana);
    await call(accountsContract.logOut, { as: ana });
    expect(await rowsOf(ana)).toEqual([]);
    await subscribed(eva);
    await inTransaction((tx) => dropNotificationsOf(tx, { userId: eva.id, address: 'x' }));
    expect(await rowsOf(eva)).toEqual([]);
  });

  it('goes over to whoever logs in on the same browser', async () => {
    const [ana, eva] = [await aViewer(), await aViewer()];
    const { form } = await subscribed(ana);
    await call(noticesContract.subscribeToPush, { as: eva, body: form });
    expect([await rowsOf(ana), await rowsOf(eva)]).toEqual([[], [{ endpoint: form.endpoint }]]);
  });

  it('is one of ten at most: the first goes when another comes', async () => {
    const ana = await anOrganizer();
    const all: string[] = [];
    for (let count = 0; count < 11; count += 1) all.push((await subscribed(ana)).form.endpoint);
    const kept = (await rowsOf(ana)).map(({ endpoint }) => endpoint);
    expect(new Set(kept)).toEqual(new Set(all.slice(1)));
  });
});
