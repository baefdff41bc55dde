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
    [{ DEMO: 'on' }, 'ES7712341234161234567890'],
    [{ DEMO: 'on', OPERATOR_IBAN: 'ES91 2100 0418 4502 0005 1332' }, 'ES9121000418450200051332'],
    [{ DEMO: 'off' }, undefined],
  ])('pays organizers from an account of its own: %j', (env, iban) => {
    expect(readConfig(env).OPERATOR_IBAN).toBe(iban);
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
    [{}, 'test'],
    [{ DATABASE_URL: 'postgres://db.example/platea' }, 'unsent'],
    [{ PUBLIC_URL: 'https://platea.example' }, 'unsent'],
    [{ PUBLIC_URL: 'https://platea.example', VERIFACTU: 'sent' }, 'sent'],
  ])('%j: records of Spanish invoices are: %s', (env, use) => {
    expect(readConfig(env).VERIFACTU).toBe(use);
  });

  it.each([
    [{ VERIFACTU: 'on' }, 'VERIFACTU'],
    [{ PORT: '70000' }, 'PORT'],
    [{ DATABASE_POOL: 'abc' }, 'DATABASE_POOL'],
    [{ DATABASE_POOL: '0' }, 'DATABASE_POOL'],
    [{ TRUST_PROXY: 'everybody' }, 'TRUST_PROXY'],
    [{ LIVE_LADDER: 'high' }, 'LIVE_LADDER'],
    [{ LIVE_OUTPUTS_PRIVATE: 'some' }, 'LIVE_OUTPUTS_PRIVATE'],
    [{ ROLES: 'web,cook' }, 'ROLES.1'],
    [{ PREVIEWS: 'maybe' }, 'PREVIEWS'],
    [{ STORAGE_URL: 'ftp://files.example' }, 'STORAGE_URL'],
    [{ STORAGE_URL: 's3://a:b@shows' }, 'STORAGE_URL'],
    [{ STORAGE_URL: 's3://shows?pathStyle=perhaps' }, 'STORAGE_URL'],
  ])('%j stops the start with a sentence that names it', (env, name) => {
    expect(() => readConfig(env)).toThrow(CannotStart);
    expect(() => readConfig(env)).toThrow(
      new RegExp(`^${name.replace('.', '\\.')} is not valid: `),
    );
  });

  it.each([
    [{ AWS_ACCESS_KEY_ID: 'key' }, 'AWS_SECRET_ACCESS_KEY is not set, but AWS_ACCESS_KEY_ID is.'],
    [
      { AWS_SECRET_ACCESS_KEY: 'secret' },
      'AWS_ACCESS_KEY_ID is not set, but AWS_SECRET_ACCESS_KEY is.',
    ],
    [{}, 'STORAGE_URL names no region: add ?region=… to it, or set AWS_REGION.'],
  ])('files in a bucket with %j alone stop the start with a sentence', (given, sentence) => {
    const env = { STORAGE_URL: 's3://shows', ...given };
    expect(() => readConfig(env)).toThrow(CannotStart);
    expect(() => readConfig(env)).toThrow(sentence);
  });

  it.each([
    { STORAGE_URL: 's3://shows?region=eu-west-1' },
    { STORAGE_URL: 's3://shows', AWS_REGION: 'eu-west-1' },
    { STORAGE_URL: 's3://shows?endpoint=https://s3.example.test' },
    { AWS_ACCESS_KEY_ID: 'for something else' },
  ])('%j is enough', (env) => {
    expect(readConfig(env).STORAGE_URL).toBe(env.STORAGE_URL);
  });
});
