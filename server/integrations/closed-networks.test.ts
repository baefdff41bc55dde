import type { LookupAddress } from 'node:dns';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { integrationsContract } from '#contract/integrations.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anOrganizer, type Someone } from '#test/factories/accounts.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aWebhook, publish } from '#test/factories/integrations.ts';
import { aReceiver, type Receiver } from '#test/receiver.ts';
import { call, refusal } from '#test/story.ts';
import { useReach } from './receiver-address.ts';

const { DEMO, PUBLIC_URL } = config();
const open: Receiver[] = [];
afterEach(async () => {
  useReach(null);
  overrideConfig({ DEMO, PUBLIC_URL });
  await Promise.all(open.splice(0).map((receiver) => receiver.close()));
});
afterAll(() => overrideConfig({ DEMO, PUBLIC_URL }));

/** Name servers of the world that know these addresses of every name; none: they know no name. */
const nameServers = (...addresses: string[]) =>
  useReach({
    resolve: ((_name: string, _options: object, done: (...found: unknown[]) => void) => {
      const found: LookupAddress[] = addresses.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
      if (found.length > 0) return done(null, found);
      done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
    }) as never,
  });
const outside = '93.184.215.14';

const refusedAs = async (url: string) => {
  const as = await anOrganizer();
  const body = { url, types: ['order.paid' as const] };
  const { code, fields } = await refusal(integrationsContract.createWebhook, { as, body });
  return [code, fields];
};
const lastTry = async (as: Someone, id: string) => {
  const { items } = await call(integrationsContract.listDeliveries, { as, params: { id } });
  return [items[0]?.state, items[0]?.status, items[0]?.fault];
};

describe('an address of a closed network is refused when it is saved', () => {
  it.each([
    'https://127.0.0.1/hook',
    'https://2130706433/hook',
    'https://0x7f000001/hook',
    'https://0177.0.0.1/hook',
    'https://127.1/hook',
    'https://0/hook',
    'https://[::1]/hook',
    'https://[::]/hook',
    'https://[::ffff:127.0.0.1]/hook',
    'https://[::ffff:7f00:1]/hook',
    'https://[64:ff9b::7f00:1]/hook',
    'https://[2002:7f00:1::]/hook',
    'https://[fe80::1]/hook',
    'https://[fd00::1]/hook',
    'https://10.1.2.3/hook',
    'https://172.16.0.1/hook',
    'https://192.168.1.1/hook',
    'https://100.64.0.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://2852039166/latest/meta-data',
    'https://metadata.google.internal/x',
    'https://localhost/hook',
    'https://１２７.０.０.１/hook',
    'http://example.com/hook',
    'file:///etc/passwd',
    'gopher://example.com/',
    'https://user:pass@example.com/hook',
    'not an address',
  ])('%s', async (url) => {
    nameServers(outside);
    expect(await refusedAs(url)).toEqual(['WEBHOOK_ADDRESS_REFUSED', { url: 'invalid' }]);
  });

  it.each([[['127.0.0.1']], [['::1']], [['169.254.169.254']], [[outside, '10.0.0.1']]])(
    'a name that leads to %j',
    async (addresses) => {
      nameServers(...addresses);
      expect((await refusedAs('https://hooks.example.com/'))[0]).toBe('WEBHOOK_ADDRESS_REFUSED');
    },
  );

  it('also when it is changed', async () => {
    nameServers(outside);
    const { id, owner } = await aWebhook('https://hooks.example.com/');
    const body = { url: 'https://[::1]/' };
    const params = { id };
    expect(
      await refusal(integrationsContract.changeWebhook, { as: owner, params, body }),
    ).toMatchObject({ code: 'WEBHOOK_ADDRESS_REFUSED' });
  });

  it('this machine, where the product runs for others', async () => {
    for (const change of [{ DEMO: false }, { DEMO: true, PUBLIC_URL: 'https://platea.example' }]) {
      overrideConfig(change);
      expect((await refusedAs('http://localhost:4000/'))[0]).toBe('WEBHOOK_ADDRESS_REFUSED');
      expect((await refusedAs('https://127.0.0.1:4000/'))[0]).toBe('WEBHOOK_ADDRESS_REFUSED');
    }
  });

  it('while a public one, or one that nobody knows yet, is taken', async () => {
    nameServers(outside);
    await aWebhook('https://hooks.example.com/');
    nameServers();
    await aWebhook('https://not-yet.example.com/');
    expect((await aWebhook(`https://${outside}/hook`)).id).toMatch(/-/);
  });
});

describe('an address of a closed network is not called', () => {
  it('when its name leads there by then', async () => {
    const inside = await aReceiver();
    open.push(inside);
    nameServers(outside);
    const { id, owner } = await aWebhook(`https://hooks.example.com:${inside.port}/hook`);
    nameServers('127.0.0.1');
    await publish(await aChannel({ owner }));
    await runKeptJobs();
    expect(inside.got).toEqual([]);
    expect(await lastTry(owner, id)).toEqual(['waiting', null, 'address']);
  });

  it('when one of several leads there', async () => {
    nameServers(outside);
    const { id, owner } = await aWebhook('https://hooks.example.com/hook');
    nameServers(outside, '::ffff:127.0.0.1');
    await publish(await aChannel({ owner }));
    await runKeptJobs();
    expect(await lastTry(owner, id)).toEqual(['waiting', null, 'address']);
  });

  it('when it was this machine, in a trial that is over', async () => {
    overrideConfig({ DEMO: true });
    const inside = await aReceiver();
    open.push(inside);
    const { id, owner } = await aWebhook(inside.url);
    overrideConfig({ DEMO: false });
    await publish(await aChannel({ owner }));
    await runKeptJobs();
    expect(inside.got).toEqual([]);
    expect(await lastTry(owner, id)).toEqual(['waiting', null, 'address']);
  });

  it.each([301, 302, 303, 307, 308])('when a receiver sends us there with %i', async (status) => {
    overrideConfig({ DEMO: true });
    const inside = await aReceiver();
    const outer = await aReceiver({
      status,
      headers: { location: `http://127.0.0.1:${inside.port}/internal` },
    });
    open.push(inside, outer);
    const { id, owner } = await aWebhook(outer.url);
    await publish(await aChannel({ owner }));
    await runKeptJobs();
    expect([outer.got.length, inside.got.length]).toEqual([1, 0]);
    expect(await lastTry(owner, id)).toEqual(['waiting', status, 'redirect']);
  });
});
