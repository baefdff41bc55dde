import { describe, expect, it } from 'vitest';
import { footlights } from '#contract/shared/brand.ts';
import { contrast, lookOf, mixed } from './accent.rules.ts';

const extreme = [
  '#000000',
  '#ffffff',
  '#808080',
  '#777777',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#0b1f4b',
  '#f5ad1c',
  '#e8590c',
  '#fafafa',
  '#060606',
  '#6b4de6',
];

const aa = 4.5;
const aaa = 7;

describe('an accent colour', () => {
  it.each(extreme)('%s can be read in both schemes', (accent) => {
    const { shades, ink, hover, glow } = lookOf(accent);
    const [, soft = '', pale = '', , tint = '', fill = '', , , deep = '', onPale = ''] = shades;
    expect(shades).toHaveLength(10);
    expect([...shades, ink, hover, glow].every((color) => /^#[0-9a-f]{6}$/.test(color))).toBe(true);
    // Text on the accent, also under a pointer
    expect(contrast(ink, fill)).toBeGreaterThanOrEqual(aa);
    expect(contrast(ink, hover)).toBeGreaterThanOrEqual(aa);
    // On the dark stage the accent is a tint with dark words, and itself words
    expect(contrast('#17151a', tint)).toBeGreaterThanOrEqual(aa);
    for (const ground of ['#131215', '#1b191d', '#242127', mixed(tint, '#242127', 0.14)]) {
      expect(contrast(tint, ground)).toBeGreaterThanOrEqual(aa);
    }
    expect(contrast(shades[3] ?? '', '#17151a')).toBeGreaterThanOrEqual(aa);
    // On the light desk
    for (const ground of ['#ffffff', '#f7f5f2', soft]) {
      expect(contrast(glow, ground)).toBeGreaterThanOrEqual(aa);
    }
    expect(contrast(deep, '#f7f5f2')).toBeGreaterThanOrEqual(aa);
    expect(contrast(onPale, pale)).toBeGreaterThanOrEqual(aaa);
  });

  it.each(['#0b1f4b', '#f5ad1c', '#ff0000', '#000000', '#ffffff'])(
    '%s stays as it is',
    (accent) => {
      expect(lookOf(accent).shades[5]).toBe(accent);
    },
  );

  it('on which neither dark nor white can be read moves a little', () => {
    const between = '#787878';
    expect(contrast(between, '#17151a')).toBeLessThan(aa);
    expect(contrast(between, '#ffffff')).toBeLessThan(aa);
    const { shades, ink } = lookOf(between);
    expect(shades[5]).not.toBe(between);
    expect(contrast(ink, shades[5] ?? '')).toBeGreaterThanOrEqual(aa);
  });

  it('of the house keeps what was promised of others', () => {
    const { shades, ink, hover, glow } = footlights;
    expect(contrast(ink, shades[5] ?? '')).toBeGreaterThanOrEqual(aa);
    expect(contrast(ink, hover)).toBeGreaterThanOrEqual(aa);
    expect(contrast(shades[4] ?? '', '#242127')).toBeGreaterThanOrEqual(aa);
    expect(contrast(glow, '#f7f5f2')).toBeGreaterThanOrEqual(aa);
  });
});
