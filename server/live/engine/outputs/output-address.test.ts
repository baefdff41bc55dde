import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { AddressRefused, checkedAddresses, readOutputUrl } from './output-address.ts';

const own = { ports: [1935, 1936], host: 'live.example.com' };
const names: Record<string, string[]> = {
  'live.example.com': ['9.9.9.9'],
  'same-machine.example.com': ['9.9.9.9'],
  'outside.example.com': ['8.8.8.8', '2607:f8b0:4004::1'],
  'inside.example.com': ['10.1.2.3'],
  'both.example.com': ['8.8.8.8', 'fd00::1'],
};
const resolve = async (host: string) => names[host] ?? Promise.reject(new Error('no such name'));

const check = async (url: string, allowsInside = false) => {
  const address = readOutputUrl(url);
  if (!address) return 'no address';
  return checkedAddresses(address, { allowsInside, own, resolve }).catch((error: unknown) =>
    error instanceof AddressRefused ? error.fault.code : error,
  );
};

describe('the address of an output', () => {
  it('is taken apart: what a server calls its app may have slashes and a question', () => {
    expect(readOutputUrl(' rtmps://live-api-s.facebook.com:443/rtmp/ ')).toEqual({
      isSecure: true,
      host: 'live-api-s.facebook.com',
      port: 443,
      app: 'rtmp',
      tcUrl: 'rtmps://live-api-s.facebook.com:443/rtmp',
    });
    expect(readOutputUrl('rtmp://Example.com/app/instance?a=b')).toEqual({
      isSecure: false,
      host: 'example.com',
      port: 1935,
      app: 'app/instance?a=b',
      tcUrl: 'rtmp://example.com/app/instance?a=b',
    });
    expect(readOutputUrl('rtmps://example.com/app')?.port).toBe(443);
    expect(readOutputUrl('rtmp://[2607:f8b0::1]/live')?.tcUrl).toBe('rtmp://[2607:f8b0::1]/live');
  });

  it.each([
    '',
    'a.rtmp.youtube.com/live2',
    'http://example.com/live',
    'https://example.com/live',
    'file:///etc/passwd',
    'srt://example.com/live',
    'rtmp://example.com',
    'rtmp://example.com/?key=1',
    'rtmp:///live',
    'rtmp://user:word@example.com/live',
    'rtmp://example.com/live#part',
    'rtmp://example.com:0/live',
    'rtmp://example.com:99999/live',
    'rtmp://exa mple.com/live',
  ])('is none: %s', (url) => {
    expect(readOutputUrl(url)).toBeNull();
  });
});

describe('where an output may lead', () => {
  it('is every address behind its name, all of them outside', async () => {
    expect(await check('rtmp://outside.example.com/live')).toEqual(names['outside.example.com']);
    expect(await check('rtmp://inside.example.com/live')).toBe('inside');
    expect(await check('rtmp://both.example.com/live')).toBe('inside');
    expect(await check('rtmp://unknown.example.com/live')).toBe('unknown_host');
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '%31%32%37.0.0.1',
    '127.1',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[ff02::1]',
  ])('is not inside: %s', async (host) => {
    expect(await check(`rtmp://${host}:80/live`)).toBe('inside');
    expect(await check(`rtmp://${host}:80/live`, true)).not.toBe('inside');
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '[::ffff:8.8.8.8]', '[2a00:1450::1]'])(
    'may be %s',
    async (host) => expect(await check(`rtmp://${host}:80/live`)).toHaveLength(1),
  );

  it('is not inside by the name of this machine, without asking anybody', async () => {
    const reach = { allowsInside: false, own };
    const local = readOutputUrl('rtmp://localhost:80/live');
    const given = local ? checkedAddresses(local, reach) : Promise.resolve([]);
    await expect(given).rejects.toThrow('inside');
  });

  it('is never where our own encoders stream to, also where inside is allowed', async () => {
    const [first = '127.0.0.1'] = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address);
    const hosts = ['live.example.com', 'same-machine.example.com', '127.0.0.5', '[::1]', first];
    for (const host of hosts) {
      expect(await check(`rtmp://${host}/live`, true)).toBe('own_server');
      expect(await check(`rtmps://${host}:1936/live`, true)).toBe('own_server');
      expect(await check(`rtmp://${host}:1937/live`, true)).not.toBe('own_server');
    }
  });
});
