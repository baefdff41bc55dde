import type { Look } from '#contract/shared/brand.ts';

type Rgb = [number, number, number];
type Lch = { l: number; c: number; h: number };

const darkInk = '#17151a';
const whiteInk = '#ffffff';
/** The grounds on which the accent is text: the palest of the dark scheme, the deepest of the light. */
const darkGround = '#242127';
const lightGround = '#f7f5f2';
const readable = 4.5;
/** A hair above, lest rounding to whole colours falls below. */
const wanted = readable + 0.06;

/** Contrast of two colours, 1 to 21, as WCAG 2.2 counts it. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * What is drawn in an accent colour `#rrggbb`. The accent stays as given, unless neither dark nor
 * white text can be read on it: then it moves to the nearest lightness where one can.
 */
export function lookOf(accent: string): Look {
  const given = lchOf(accent);
  const base = legible(given);
  const ink = inkOn(base);
  const tint = tintOf(base);
  const deep = deepOf(base);
  const pale = [0.985, 0.958, 0.92].map((l) => hexOf({ ...base, l, c: base.c * (1.04 - l) * 3 }));
  const tintAt = lchOf(tint).l;
  const third = hexOf({ ...base, l: tintAt + (0.92 - tintAt) / 2, c: base.c * 0.7 });
  const deepAt = lchOf(deep).l;
  const between = (share: number) =>
    hexOf({ ...base, l: Math.min(base.l, 0.9) + (deepAt - Math.min(base.l, 0.9)) * share });
  const shades = [
    ...pale,
    third,
    tint,
    hexOf(base),
    between(0.35),
    between(0.7),
    deep,
    inkShade(deep, pale[2] ?? lightGround),
  ];
  return { shades, ink, hover: hoverOf(base, ink), glow: glowOf(base, deep, pale[1] ?? '') };
}

function legible(given: Lch): Lch {
  const passes = (l: number, least: number) => {
    const color = hexOf({ ...given, l });
    return Math.max(contrast(color, darkInk), contrast(color, whiteInk)) >= least;
  };
  if (passes(given.l, readable)) return given;
  for (let step = 1; step <= 100; step += 1) {
    for (const l of [given.l + step / 200, given.l - step / 200]) {
      if (l >= 0 && l <= 1 && passes(l, wanted)) return { ...given, l };
    }
  }
  return { ...given, l: 1 };
}

function inkOn(base: Lch): string {
  const color = hexOf(base);
  return contrast(color, darkInk) >= contrast(color, whiteInk) ? darkInk : whiteInk;
}

/** The nearest lighter colour that is text on the dark ground, also on a trace of itself. */
function tintOf(base: Lch): string {
  return nearest(Math.min(base.l + 0.03, 0.97), 1, base, (color) =>
    isReadableOn(color, [darkGround, mixed(color, darkGround, 0.14)]),
  );
}

/** The nearest darker colour that is text on the light ground. */
function deepOf(base: Lch): string {
  const l = Math.min(base.l - 0.03, 0.5);
  return nearest(l, 0, base, (color) =>
    isReadableOn(color, [lightGround, mixed(color, '#ffffff', 0.14)], 5),
  );
}

const inkShade = (deep: string, ground: string): string =>
  nearest(lchOf(deep).l - 0.06, 0, lchOf(deep), (color) => isReadableOn(color, [ground], 7));

/** The accent itself where it can be read as text, else the deep shade. */
function glowOf(base: Lch, deep: string, soft: string): string {
  const color = hexOf(base);
  return isReadableOn(color, [lightGround, soft]) ? color : deep;
}

function hoverOf(base: Lch, ink: string): string {
  const darker = hexOf({ ...base, l: Math.max(0, base.l - 0.05) });
  if (base.l > 0.06 && contrast(darker, ink) >= wanted) return darker;
  const lighter = hexOf({ ...base, l: base.l + 0.08 });
  return contrast(lighter, ink) >= wanted ? lighter : hexOf(base);
}

function nearest(from: number, to: number, base: Lch, passes: (color: string) => boolean): string {
  const start = Math.max(0, Math.min(1, from));
  for (let step = 0; step <= 100; step += 1) {
    const color = hexOf({ ...base, l: start + ((to - start) * step) / 100 });
    if (passes(color)) return color;
  }
  return to === 1 ? whiteInk : '#000000';
}

const isReadableOn = (color: string, grounds: string[], least = wanted): boolean =>
  grounds.every((ground) => contrast(color, ground) >= least);

/** `share` of the first colour laid over the second. */
export function mixed(color: string, ground: string, share: number): string {
  const under = rgbOf(ground);
  return toHex(rgbOf(color).map((part, at) => part * share + (under[at] ?? 0) * (1 - share)));
}

const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb;

const toHex = (parts: number[]): string =>
  `#${parts
    .map((part) => Math.round(Math.max(0, Math.min(1, part)) * 255))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

const toLinear = (part: number): number =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
const fromLinear = (part: number): number =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;

function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map(toLinear) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// OKLab, https://bottosson.github.io/posts/oklab/: equal steps of lightness look equal.
function lchOf(hex: string): Lch {
  const [r, g, b] = rgbOf(hex).map(toLinear) as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const alpha = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const beta = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(alpha, beta),
    h: Math.atan2(beta, alpha),
  };
}

function rgbAt({ l, c, h }: Lch): number[] {
  const [alpha, beta] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.3963377774 * alpha + 0.2158037573 * beta) ** 3;
  const middle = (l - 0.1055613458 * alpha - 0.0638541728 * beta) ** 3;
  const short = (l - 0.0894841775 * alpha - 1.291485548 * beta) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** As a colour of screens: what they cannot show loses its strength, not its hue or lightness. */
function hexOf({ l, c, h }: Lch): string {
  for (let share = 1; share >= 0; share -= 0.02) {
    const parts = rgbAt({ l, c: c * share, h });
    if (parts.every((part) => part >= -0.0005 && part <= 1.0005)) {
      return toHex(parts.map((part) => fromLinear(Math.max(0, part))));
    }
  }
  return toHex(rgbAt({ l, c: 0, h }).map((part) => fromLinear(Math.max(0, part))));
}
