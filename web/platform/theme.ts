import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { footlights } from '#contract/shared/brand.ts';

const paper: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ef',
  '#e9e6e2',
  '#dad6d0',
  '#bcb7b0',
  '#99948c',
  '#6b6660',
  '#4c4843',
  '#33302c',
  '#1e1c1a',
];
const house: MantineColorsTuple = [
  '#efedea',
  '#cfccc7',
  '#a8a49e',
  '#8c8882',
  '#3b393e',
  '#2c2a2f',
  '#1f1d21',
  '#131215',
  '#0d0c0f',
  '#070608',
];

/** Deeper than Mantine's, so that a dangerous button carries white words on light. */
const alarm: MantineColorsTuple = [
  '#fff1f0',
  '#ffdedb',
  '#ffc1bc',
  '#ff9d95',
  '#ff7a70',
  '#d92d20',
  '#c2241a',
  '#a91d14',
  '#8c1710',
  '#6f120d',
];

/** Text on a pale ground of the same colour, at 4.5 : 1 or more. */
const inkOnPale: Record<string, string> = {
  accent: '#5e3b04',
  red: '#a11a1a',
  green: '#1d642c',
  orange: '#8f2f00',
  yellow: '#704500',
  blue: '#114f85',
  gray: '#33302c',
  teal: '#06603f',
};

export const breakpoints = {
  xs: '0em',
  sm: '37.5em',
  md: '60em',
  lg: '80em',
  xl: '100em',
  xxl: '120em',
};

/** The look of the site; `accent` replaces the ten shades when the settings name others. */
export const themeWith = (accent: readonly string[] = footlights.shades): MantineThemeOverride =>
  createTheme({
    colors: {
      accent: accent as unknown as MantineColorsTuple,
      gray: paper,
      dark: house,
      red: alarm,
    },
    primaryColor: 'accent',
    primaryShade: { light: 5, dark: 4 },
    autoContrast: true,
    // Where black begins to be read better than white.
    luminanceThreshold: 0.197,
    black: '#17151a',
    fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
    headings: {
      fontFamily:
        "'Bricolage Grotesque Variable', 'Bricolage Fallback', 'Inter Variable', sans-serif",
      fontWeight: '700',
      sizes: {
        h1: { fontSize: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem)', lineHeight: '1.1' },
        h2: { fontSize: 'clamp(1.25rem, 1.15rem + 0.5vw, 1.5rem)', lineHeight: '1.2' },
        h3: { fontSize: '1.125rem', lineHeight: '1.3' },
      },
    },
    defaultRadius: 'sm',
    radius: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    breakpoints,
    components: {
      // A link is told from its sentence by more than its colour.
      Anchor: { defaultProps: { underline: 'always' } },
      Container: { defaultProps: { size: 1520 } },
      Paper: { defaultProps: { radius: 'md' } },
      // As round as the other fields it would be taken for a radio button.
      Checkbox: { defaultProps: { radius: 'xs' } },
      Card: { defaultProps: { radius: 'md' } },
      Modal: { defaultProps: { centered: true, radius: 'md', overlayProps: { blur: 2 } } },
      // The head of a dialog is not the head of the page: a screen has one banner.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      Skeleton: { defaultProps: { radius: 'sm' } },
      Table: { defaultProps: { verticalSpacing: 'sm' } },
    },
  });

const pale = (color: string, percent: number): string =>
  `color-mix(in srgb, var(--mantine-color-${color}-6) ${percent}%, #1b191d)`;

/** Coloured text must keep AA on both schemes; Mantine's own shades do not on light. */
export const accessibleVariables: CSSVariablesResolver = () => {
  const light: Record<string, string> = {
    // The yellow of our own buttons; other colours are deeper on light.
    '--mantine-color-accent-filled': 'var(--mantine-color-accent-4)',
    '--mantine-color-accent-filled-hover': 'var(--mantine-color-accent-5)',
    '--mantine-color-anchor': 'var(--glow)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
  };
  const dark: Record<string, string> = {
    '--mantine-color-anchor': 'var(--glow)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-error': '#ff8787',
  };
  for (const [color, ink] of Object.entries(inkOnPale)) {
    light[`--mantine-color-${color}-light-color`] = ink;
    light[`--mantine-color-${color}-text`] = ink;
    light[`--mantine-color-${color}-outline`] = ink;
    dark[`--mantine-color-${color}-light-color`] = `var(--mantine-color-${color}-2)`;
    dark[`--mantine-color-${color}-text`] = `var(--mantine-color-${color}-3)`;
  }
  // Mantine's own grounds of these are as loud as a button on dark.
  for (const color of ['yellow', 'orange', 'blue', 'green', 'teal']) {
    dark[`--mantine-color-${color}-light`] = pale(color, 16);
    dark[`--mantine-color-${color}-light-hover`] = pale(color, 24);
  }
  return { variables: {}, light, dark };
};
