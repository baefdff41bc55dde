import { describe, expect, it } from 'vitest';
import { CannotStart } from './cannot-start.ts';
import { readConfig } from './config.ts';

describe('the settings', () => {
  it.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://localhost:8080' }, true],
    [{ ADMIN_EMAIL: '', DATABASE_URL: '' }, true],
    [{ DATABASE_URL: 'postgres://db.example/platea' }, false],
    [{ ADMIN_EMAIL: 'chief@example.test' }, false],
    [{ PUBLIC_URL: 'https://platea.example' }, false],
    [{ PUBLIC_URL: 'https://platea.example', DEMO: 'on' }, true],
    [{ DEMO: 'off' }, false],
  ])('%j: the demo is wanted: %s', (env, wanted) => {
    expect(readConfig(env).DEMO).toBe(wanted);
  });

  it.each([
    [{}, false],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'development' }, true],
    [{ NODE_ENV: 'development', PREVIEWS: 'off' }, false],
    [{ NODE_ENV: 'production', PREVIEWS: 'on' }, true],
  ])('%j: pages for whoever builds the product are shown: %s', (env, shown) => {
    expect(readConfig(env).PREVIEWS).toBe(shown);
  });

  it.each([
    [{ PORT: '70000' }, 'PORT'],
    [{ DATABASE_POOL: 'abc' }, 'DATABASE_POOL'],
    [{ DATABASE_POOL: '0' }, 'DATABASE_POOL'],
    [{ TRUST_PROXY: 'everybody' }, 'TRUST_PROXY'],
    [{ LIVE_LADDER: 'high' }, 'LIVE_LADDER'],
    [{ ROLES: 'web,cook' }, 'ROLES.1'],
    [{ PREVIEWS: 'maybe' }, 'PREVIEWS'],
  ])('%j stops the start with a sentence that names it', (env, name) => {
    expect(() => readConfig(env)).toThrow(CannotStart);
    expect(() => readConfig(env)).toThrow(
      new RegExp(`^${name.replace('.', '\\.')} is not valid: `),
    );
  });
});
