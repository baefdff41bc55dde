import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// What is read over the haze of a picture. No picture of the demonstration can prove it: a browser
// measures no ground that is an image. Whatever its colours, it lies between black and white.
const styles = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const base = styles('../../ui/base.css');
const page = styles('product-view.module.css');
const least = 4.5;

type Colour = [number, number, number];
const read = (hex: string): Colour =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Colour;
const mixed = (over: Colour, share: number, ground: Colour) =>
  ground.map((value, at) => value + ((over[at] ?? 0) - value) * share) as Colour;

function luminance(colour: Colour): number {
  const [r = 0, g = 0, b = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The value of a custom property in the first rule whose selector has these words. */
function valueIn(css: string, selector: string, name: string): string {
  const [, rule = ''] = css.split(`${selector} {`);
  const value = rule.split('}')[0]?.match(new RegExp(`${name}:\\s*([^;]+);`))?.[1];
  if (!value) throw new Error(`${selector} says no ${name}`);
  return value;
}

const light = ":global(:root[data-mantine-color-scheme='light'])";
const rules = {
  dark: { page: '.page', stage: '.stage' },
  light: { page: `${light} .page`, stage: `${light} .stage` },
};

function worst(scheme: 'dark' | 'light', share: number): number {
  const tokens = `:root[data-mantine-color-scheme='${scheme}']`;
  const ground = read(valueIn(base, tokens, '--ground'));
  const inks = [valueIn(base, tokens, '--ink'), valueIn(page, rules[scheme].stage, '--ink-quiet')];
  const pictures = ['#000000', '#ffffff'].map((hex) => mixed(read(hex), share, ground));
  return Math.min(...inks.flatMap((ink) => pictures.map((one) => contrast(read(ink), one))));
}

describe('words over the haze of a picture', () => {
  it.each(['dark', 'light'] as const)(
    'can be read in the %s scheme, whatever the picture',
    (scheme) => {
      const share = Number(valueIn(page, rules[scheme].page, '--haze'));
      expect(share).toBeGreaterThan(0);
      expect(worst(scheme, share)).toBeGreaterThanOrEqual(least);
    },
  );

  it.each(['dark', 'light'] as const)(
    'could not in the %s scheme, were the haze denser',
    (scheme) => {
      expect(worst(scheme, 0.35)).toBeLessThan(least);
    },
  );
});
