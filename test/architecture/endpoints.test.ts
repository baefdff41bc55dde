import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorCodes, fieldFaults } from '#contract/shared/errors.ts';
import { languages } from '#contract/shared/languages.ts';
import { areas } from '#server/app.ts';
import { wordsOf } from '#server/platform/words.ts';
import { sourceFiles } from './source-files.ts';

const files = import.meta.glob<Record<string, unknown>>(
  ['../../contract/*.ts', '!../../contract/*.test.ts'],
  { eager: true },
);

/** Every endpoint that the contract promises, by its full name. */
const promised = new Map<string, Endpoint>(
  Object.entries(files).flatMap(([file, exported]) =>
    Object.entries(exported)
      .filter(([name]) => name.endsWith('Contract'))
      .flatMap(([name, contract]) =>
        Object.entries(contract as Record<string, Endpoint>).map(
          ([key, endpoint]): [string, Endpoint] => [
            `${file.split('/').at(-1)} ${name}.${key}`,
            endpoint,
          ],
        ),
      ),
  ),
);

const mounted = new Set(
  areas.flatMap((area) =>
    Object.entries(area.contract)
      .filter(([key]) => typeof area.handlers[key] === 'function')
      .map(([, endpoint]) => endpoint),
  ),
);

/** Addresses are the same when only the names of their parameters differ. */
const shapeOf = ({ method, path }: Endpoint) => `${method} ${path.replaceAll(/:\w+/g, ':')}`;

const namesWhere = (wrong: (endpoint: Endpoint) => boolean) =>
  [...promised].filter(([, endpoint]) => wrong(endpoint)).map(([name]) => name);

describe('the endpoints', () => {
  it('are there', () => {
    expect(promised.size).toBeGreaterThan(2);
  });

  it('each say who may call them', () => {
    expect(namesWhere(({ who }) => !['public', 'user', 'producer', 'admin'].includes(who))).toEqual(
      [],
    );
  });

  it('each say in a sentence what they are for', () => {
    expect(namesWhere(({ summary }) => !(summary && summary.length >= 5))).toEqual([]);
  });

  it('each have a schema for their answer', () => {
    expect(namesWhere(({ answer }) => typeof answer?.safeParse !== 'function')).toEqual([]);
  });

  it('each name every parameter of their address', () => {
    const named = ({ path, params }: Endpoint) => {
      const shape = (params as { shape?: object } | undefined)?.shape ?? {};
      return [...path.matchAll(/:(\w+)/g)].every(([, name]) => name !== undefined && name in shape);
    };
    expect(namesWhere((endpoint) => !named(endpoint))).toEqual([]);
  });

  it('that change a part of something check what they are sent', () => {
    const unchecked = ({ method, body, upload }: Endpoint) =>
      method === 'PATCH' && !body && !upload;
    expect(namesWhere(unchecked)).toEqual([]);
  });

  it('have an address each', () => {
    const shapes = [...promised.values()].map(shapeOf).sort();
    expect(shapes).toEqual([...new Set(shapes)]);
  });

  it('stand below the desk for organizers, below manage for administrators, and only there', () => {
    // The calls of the configuration service have addresses that were given to us.
    const mediaPay = '/api/config/modules/media-pay';
    const given = new Set(['PUT /api/config', `GET ${mediaPay}`, `PUT ${mediaPay}`]);
    const rootOf = ({ path }: Endpoint) => /^\/api\/(desk|manage)\//.exec(path)?.[1];
    const rightRoot = { public: undefined, user: undefined, producer: 'desk', admin: 'manage' };
    const misplaced = (endpoint: Endpoint) =>
      rootOf(endpoint) !== rightRoot[endpoint.who] && !given.has(shapeOf(endpoint));
    expect(namesWhere(misplaced)).toEqual([]);
  });

  it('are all answered by somebody', () => {
    expect(namesWhere((endpoint) => !mounted.has(endpoint))).toEqual([]);
  });

  it('that are answered were all promised', () => {
    const known = new Set(promised.values());
    expect([...mounted].filter((endpoint) => !known.has(endpoint)).map(shapeOf)).toEqual([]);
  });
});

describe('the catalogue of errors', () => {
  const say = wordsOf(new URL('../../server/platform/http/words/', import.meta.url));
  const spoken = (key: string) =>
    languages.filter((language) => {
      try {
        return say(language, key, { seconds: 1 }).length > 0;
      } catch {
        return false;
      }
    });

  it('has words for each code in every language', () => {
    const mute = errorCodes.filter(
      (code) => spoken(`errors.${code.replaceAll('.', '_')}`).length < languages.length,
    );
    expect(mute).toEqual([]);
  });

  it('has no code that nothing refuses with', () => {
    const code = sourceFiles('server').map(({ text }) => text);
    const dead = errorCodes.filter((one) => !code.some((text) => text.includes(`'${one}'`)));
    expect(dead).toEqual([]);
  });

  it('has words for each fault of a field in every language', () => {
    const mute = fieldFaults.filter((fault) => spoken(`faults.${fault}`).length < languages.length);
    expect(mute).toEqual([]);
  });
});
