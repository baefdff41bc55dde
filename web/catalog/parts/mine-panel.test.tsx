import { describe, expect, it } from 'vitest';
import type { ProductDetail } from '#contract/catalog.ts';
import type { MineOfProduct } from '#contract/sales.ts';
import { onAPage } from '#test/in-english.tsx';
import { lighthouse } from '#web/previews/parts/sample-shows.ts';
import { MinePanel } from './mine-panel.tsx';

const product = { ...lighthouse, sessions: [lighthouse.session] } as unknown as ProductDetail;
const mine = {
  ticket: { sessionId: lighthouse.session?.id },
  state: 'countdown',
  serverNow: '2026-12-01T19:00:00Z',
  opensAt: '2026-12-01T19:30:00Z',
  late: false,
  can: { buy: false, gift: false, watch: true, edit: false },
} as unknown as MineOfProduct;

const panelOf = (change: object) =>
  onAPage(<MinePanel product={product} mine={{ ...mine, ...change }} />);

describe('what a page says to whoever has a ticket', () => {
  it('before the show is that it comes', () => {
    expect(panelOf({})).toContain('mine.state.countdown');
  });

  it('of a show whose hour has come without it is not that it comes soon', () => {
    expect(panelOf({ opensAt: null })).toContain('mine.state.due');
    expect(panelOf({ opensAt: null, late: true })).toContain('mine.state.late');
    expect(panelOf({ opensAt: null })).not.toContain('mine.state.countdown');
    expect(panelOf({ opensAt: null, state: 'live' })).toContain('mine.state.live');
  });
});
