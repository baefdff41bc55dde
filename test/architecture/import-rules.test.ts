import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A small tree in which every file keeps to the rules: one of each kind. */
const cleanTree: Record<string, string> = {
  'contract/shared/money.ts': "import { z } from 'zod';\nexport const Money = z.number();\n",
  'contract/site.ts': "import { Money } from './shared/money.ts';\nexport const price = Money;\n",
  'contract/sales.ts': 'export const salesContract = {};\n',
  'server/platform/clock.ts': 'export const now = () => 0;\n',
  'server/platform/database/index.ts':
    "import { Kysely } from 'kysely';\nexport const db = Kysely;\n",
  'server/platform/http/mount.ts':
    "import Fastify from 'fastify';\nexport const mount = Fastify;\n",
  'server/site/index.ts': "export { findConfig } from './config.queries.ts';\n",
  'server/site/config.queries.ts':
    "import { sql } from 'kysely';\nimport { db } from '#server/platform/database/index.ts';\nexport const findConfig = () => [sql, db];\n",
  'server/site/routes.ts':
    "import { mount } from '#server/platform/http/mount.ts';\nexport const siteRoutes = mount;\n",
  'server/sales/index.ts': "export { payOrder } from './pay-order.ts';\n",
  'server/sales/pay-order.ts':
    "import { findConfig } from '#server/site/index.ts';\nimport { isPaid } from './orders.rules.ts';\nexport const payOrder = () => [findConfig, isPaid];\n",
  'server/sales/orders.rules.ts':
    "import { price } from '#contract/site.ts';\nimport { Temporal } from 'temporal-polyfill';\nexport const isPaid = () => [price, Temporal];\n",
  'server/app.ts':
    "import { siteRoutes } from './site/routes.ts';\nexport const areas = [siteRoutes];\n",
  'test/story.ts': 'export const call = 0;\n',
  'server/player/index.ts': 'export const open = 0;\n',
  'server/live/index.ts': 'export const live = 0;\n',
  'web/ui/badge.tsx': 'export const Badge = () => null;\n',
  'web/platform/api.ts': "import { price } from '#contract/site.ts';\nexport const api = price;\n",
  'web/site/pages/config.tsx':
    "import { Badge } from '#web/ui/badge.tsx';\nimport { Pay } from '#web/sales/shared/pay.tsx';\nexport default () => [Badge, Pay];\n",
  'web/sales/shared/pay.tsx': 'export const Pay = () => null;\n',
  'web/sales/parts/lines.tsx': 'export const Lines = () => null;\n',
  'web/shells/visitor.tsx':
    "import { Pay } from '#web/sales/shared/pay.tsx';\nexport default () => Pay;\n",
};

const importing = (path: string) => `import * as it from '${path}';\nexport const kept = it;\n`;

/** One fault for each rule, each in a file of its own: [rule, file, what it imports]. */
const faults: [rule: string, file: string, imported: string][] = [
  ['no-circles', 'server/site/there.ts', './back.ts'],
  ['web-not-server', 'web/site/parts/value.tsx', '#server/platform/clock.ts'],
  ['web-not-server', 'web/site/parts/type.tsx', 'TYPE #server/platform/clock.ts'],
  ['server-not-web', 'server/site/show.ts', '#web/ui/badge.tsx'],
  ['contract-alone', 'contract/live.ts', 'temporal-polyfill'],
  ['area-door', 'server/sales/read.ts', '#server/site/config.queries.ts'],
  ['door-from-above', 'server/reactions.ts', './sales/pay-order.ts'],
  ['routes-for-app', 'server/site/mounted.ts', './routes.ts'],
  ['web-door', 'web/site/pages/sold.tsx', '#web/sales/parts/lines.tsx'],
  ['shells-door', 'web/shells/desk.tsx', '#web/sales/parts/lines.tsx'],
  ['platform-knows-no-area', 'server/platform/seed.ts', '#server/site/index.ts'],
  ['ui-knows-no-area', 'web/ui/pay.tsx', '#web/sales/shared/pay.tsx'],
  ['ui-knows-no-area', 'web/platform/pay.ts', '#web/sales/shared/pay.tsx'],
  ['rules-are-pure', 'server/sales/node.rules.ts', 'node:crypto'],
  ['rules-are-pure', 'server/sales/clock.rules.ts', '#server/platform/clock.ts'],
  ['rules-are-pure', 'server/sales/database.rules.ts', '#server/platform/database/index.ts'],
  ['kysely-in-stores', 'server/sales/refunds/refund-order.ts', 'kysely'],
  ['fastify-at-the-edge', 'server/sales/cancel-order.ts', 'fastify'],
  ['pages-are-leaves', 'web/site/parts/summary.tsx', '#web/site/pages/config.tsx'],
  ['product-not-test', 'server/site/tested.ts', '#test/story.ts'],
  ['declared-packages', 'server/site/lucky.ts', 'debug'],
  ['resolvable', 'server/site/lost.ts', './nowhere.ts'],
  // The order of areas is one rule for each; the lowest, a middle and a same-level case.
  ['area-order-site', 'server/site/upward.ts', '#server/sales/index.ts'],
  ['area-order-sales', 'server/sales/upward.ts', '#server/player/index.ts'],
  ['area-order-sales', 'server/sales/sideways.ts', '#server/live/index.ts'],
];

const root = resolve(import.meta.dirname, '../..');
const { default: config } = (await import(join(root, '.dependency-cruiser.mjs'))) as {
  default: { forbidden: { name: string }[] };
};
const folder = mkdtempSync(join(tmpdir(), 'platea-imports-'));

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs']) {
    copyFileSync(join(root, file), join(folder, file));
  }
  for (const [file, text] of Object.entries(cleanTree)) write(file, text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function plant(): void {
  write('server/site/back.ts', importing('./there.ts'));
  for (const [, file, imported] of faults) {
    const type = imported.startsWith('TYPE ');
    const path = imported.replace('TYPE ', '');
    write(file, type ? `export type * as kept from '${path}';\n` : importing(path));
  }
}

/** Every broken rule as "rule file", sorted. */
function violations(): string[] {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  const { stdout } = spawnSync(process.execPath, [program, ...args, 'contract', 'server', 'web'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string }[] };
  };
  const found = summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
  return [...new Set(found)].sort();
}

describe('the import rules', () => {
  it('are silent on a tree that keeps to them', () => {
    expect(violations()).toEqual([]);
  });

  it('find each planted fault, and nothing else', () => {
    plant();
    const planted = faults.map(([rule, file]) => `${rule} ${file}`);
    // A circle is told from where it is met first.
    const found = violations().map((line) => line.replace('site/back.ts', 'site/there.ts'));
    expect([...new Set(found)]).toEqual(planted.sort());
  });

  it('each have a fault planted for them', () => {
    const planted = new Set(faults.map(([rule]) => rule));
    const rules = config.forbidden.map(({ name }) => name);
    const unproven = rules.filter((name) => !planted.has(name) && !name.startsWith('area-order-'));
    expect(unproven).toEqual([]);
  });
});
