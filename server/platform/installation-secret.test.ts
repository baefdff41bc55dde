import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { config, overrideConfig } from './config.ts';
import { installationSecret } from './installation-secret.ts';

const before = config();
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platea-secret-'));
  overrideConfig({ DATA_DIR: join(folder, 'new'), SECRET_KEY: undefined });
});
afterEach(() => {
  overrideConfig(before);
  rmSync(folder, { recursive: true, force: true });
});

it('is made once and kept, with nothing left beside it', () => {
  const secret = installationSecret();
  expect(secret).toHaveLength(32);
  expect(installationSecret().equals(secret)).toBe(true);
  expect(readdirSync(join(folder, 'new'))).toEqual(['secret.key']);
});

it('that is cut short is refused, not used', () => {
  installationSecret();
  writeFileSync(join(folder, 'new', 'secret.key'), '');
  expect(() => installationSecret()).toThrow('does not hold the secret');
});
