import type { ApiKey } from '#contract/api-keys.ts';
import type { Webhook } from '#contract/integrations.ts';
import type { Scene } from './scene.ts';

/** The demonstration works with nobody: what that looks like is told here. */
const webhook = (number: number, given: Partial<Webhook>): Webhook => ({
  id: `01997f6e-0000-7abc-9def-00000000007${number}`,
  ...{ url: 'https://hooks.teatro-del-faro.example.com/platea', description: 'Box office' },
  types: ['order.paid', 'order.refunded', 'ticket.ended'],
  ...{ state: 'on', failingSince: null, oldSecretUntil: null, createdAt: '2026-10-01T10:00:00Z' },
  deliveries: { delivered: 412, failed: 3, waiting: 0 },
  can: { edit: true, enable: false, disable: true, test: true, rotate: true, delete: true },
  ...given,
});

const off = { edit: true, enable: true, disable: false, test: false, rotate: true, delete: true };
const webhooks = {
  items: [
    webhook(1, { oldSecretUntil: '2026-12-02T10:00:00Z' }),
    webhook(2, {
      ...{ description: 'Books', failingSince: '2026-11-29T22:04:00Z' },
      deliveries: { delivered: 80, failed: 0, waiting: 14 },
    }),
    webhook(3, { description: '', state: 'silent', can: off }),
  ],
  can: { create: true },
};

const key = (number: number, given: Partial<ApiKey>): ApiKey => ({
  id: `01997f6e-0000-7abc-9def-0000000000b${number}`,
  ...{ name: 'Our website', hint: 'platea_…x7Qa', scopes: ['read:products', 'read:sales'] },
  ...{ createdAt: '2026-10-01T10:00:00Z', endsAt: '2027-10-01T10:00:00Z' },
  ...{ lastUsedAt: '2026-11-30T20:15:03Z', revokedAt: null, state: 'good' },
  can: { revoke: true },
  ...given,
});

const keys = {
  items: [
    key(1, {}),
    key(2, { name: 'Books', lastUsedAt: null, endsAt: null, scopes: ['read:payouts'] }),
    key(3, { name: 'Old phone app', state: 'revoked', can: { revoke: false } }),
  ],
  can: { create: true },
};

export const integrationScenes: Scene[] = [
  {
    name: 'integrations.webhooks',
    who: 'teatro',
    address: () => '/account/integrations',
    instead: { path: '**/api/desk/webhooks', status: 200, change: () => webhooks },
  },
  {
    name: 'integrations.keys',
    who: 'teatro',
    address: () => '/account/integrations?section=keys',
    instead: { path: '**/api/desk/api-keys', status: 200, change: () => keys },
  },
  {
    name: 'integrations.widget',
    who: 'teatro',
    address: () => '/account/integrations?section=widget',
  },
];
