import type { MyLeads } from '#contract/interest.ts';
import type { Lead, LeadsPage, LetterCoupons, WaitingLine } from '#contract/leads.ts';
import type { Props } from './props.ts';
import type { Scene } from './scene.ts';

/** The demonstration waits for nothing: how leads look is told here. */
const id = (number: number) => `01997f6e-0000-7abc-9def-0000000000${number}`;
const channel = { slug: 'teatro-del-faro', title: 'Teatro del Faro' };
const show = { slug: 'la-hija-del-farero', title: 'La hija del farero: última función' };
const night = { slug: 'noche-de-tango', title: 'Noche de tango' };

const lead = (number: number, given: Partial<Lead>): Lead => ({
  ...{ id: id(10 + number), kind: 'interest', state: 'new', channel, product: show },
  ...{ person: { name: 'Ana Prats', email: 'ana.prats@example.org' }, sessionAt: null },
  ...{ askedAt: '2026-11-28T10:12:00Z', movedAt: '2026-11-28T10:12:00Z', letters: [], note: '' },
  can: { move: ['contacted', 'bought', 'lost'], note: true },
  ...given,
});

const samplePage: LeadsPage = {
  items: [
    lead(1, {}),
    lead(2, {
      ...{ kind: 'waiting', state: 'contacted', sessionAt: '2026-12-18T19:30:00Z' },
      person: { name: 'Maximiliano Fernández-Villaverde', email: 'maximiliano.fv@example.org' },
      note: 'Prefiere la primera fila. Llamar por la tarde.',
    }),
    lead(3, {
      ...{ kind: 'unfinished', state: 'bought', product: night },
      person: { name: 'Rosa Lima', email: 'rosa@example.org' },
      letters: [
        { kind: 'unfinished_1', sentAt: '2026-11-27T10:27:00Z' },
        { kind: 'unfinished_2', sentAt: '2026-11-27T16:12:00Z' },
      ],
      can: { move: [], note: true },
    }),
    lead(4, {
      ...{ state: 'lost', product: null },
      person: { name: '', email: 'guest@example.org' },
      can: { move: ['contacted', 'bought'], note: true },
    }),
  ],
  ...{ total: 4, page: 1, size: 20 },
  rates: [
    { channel, product: show, kind: 'waiting', leads: 18, bought: 7, permille: 389 },
    { channel, product: show, kind: 'interest', leads: 12, bought: 0, permille: 0 },
    { channel, product: null, kind: 'interest', leads: 1, bought: 1, permille: 1000 },
  ],
};

const place = (number: number, given: Partial<WaitingLine['places'][number]>) => ({
  ...{ id: id(30 + number), state: 'waiting' as const, number, name: 'Ana Prats' },
  ...{ email: 'ana.prats@example.org', joinedAt: '2026-11-28T10:12:00Z', until: null },
  ...given,
});

const sampleLines: { items: WaitingLine[] } = {
  items: [
    {
      ...{ product: show, channel, waiting: 2, offered: 1 },
      session: { id: id(20), startsAt: '2026-12-18T19:30:00Z', capacity: 80 },
      places: [
        place(0, { state: 'offered', number: null, until: '2026-11-30T16:45:00Z' }),
        place(1, { name: 'Rosa Lima', email: 'rosa@example.org' }),
        place(2, { name: '', email: 'guest@example.org' }),
      ],
    },
  ],
};

const sampleCoupons: { items: LetterCoupons[] } = {
  items: [
    {
      ...{ product: show, chosen: id(40) },
      coupons: [{ id: id(40), total: 1210, currency: 'EUR', free: 23, validUntil: null }],
    },
  ],
};

const standing = (given: Partial<MyLeads['places'][number]>): MyLeads => ({
  interest: { asked: false, can: { ask: true, withdraw: false } },
  places: [
    {
      ...{ sessionId: id(20), startsAt: '2026-12-18T19:30:00Z', state: 'waiting', number: 3 },
      ...{ until: null, can: { join: false, leave: true, buy: false } },
      ...given,
    },
  ],
  serverNow: '2026-11-30T14:45:00Z',
});

const states = {
  join: standing({ state: null, number: null, can: { join: true, leave: false, buy: false } }),
  waiting: standing({}),
  held: standing({
    ...{ state: 'offered', number: null, until: '2026-11-30T16:45:00Z' },
    can: { join: false, leave: true, buy: true },
  }),
};

const desk = { who: 'teatro', address: () => '/account/salesopportunity' } as const;
const instead = (path: string, answer: object) => ({ path, status: 200, change: () => answer });

export const leadScenes = (props: Props): Scene[] => [
  { name: 'leads.mine', ...desk, instead: instead('**/api/desk/leads', samplePage) },
  { name: 'leads.lines', ...desk, instead: instead('**/api/desk/waiting', sampleLines) },
  { name: 'leads.coupons', ...desk, instead: instead('**/api/desk/leads/coupons', sampleCoupons) },
  ...Object.entries(states).map(([name, answer]) => ({
    name: `leads.${name}`,
    who: 'viewer' as const,
    address: () => `/products/${props.soldOut}`,
    instead: instead('**/api/products/*/leads', answer),
  })),
  {
    name: 'leads.guest',
    who: null,
    address: () => `/products/${props.soldOut}`,
    act: async (page) => {
      const box = page.locator('[data-leads]');
      await box.locator('button').first().click();
      await box.locator('button[type=submit]').click();
      await box.locator('[aria-invalid=true]').first().waitFor();
    },
  },
];
