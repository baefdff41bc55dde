import type { Look } from '#contract/shared/brand.ts';

/**
 * The variables of an accent of the settings. They stand in the head of each page, after the
 * stylesheet that has those of the house; a site that keeps the house's colours sends none.
 */
export function brandCss({ shades, ink, hover, glow }: Look): string {
  const [, , pale, third, tint, fill, , , , deep] = shades;
  const all = shades.map((shade, at) => `--mantine-color-accent-${at}:${shade}`).join(';');
  const light = [
    `--glow:${glow}`,
    `--glow-soft:${shades[1]}`,
    `--accent-fill:${fill}`,
    `--accent-hover:${hover}`,
    `--accent-ink:${ink}`,
    `--mantine-primary-color-contrast:${ink}`,
    `--mantine-color-accent-filled:${fill}`,
    `--mantine-color-accent-filled-hover:${hover}`,
    `--mantine-color-accent-light:${shades[1]}`,
    `--mantine-color-accent-light-hover:${pale}`,
    ...inks(deep),
  ];
  const dark = [
    `--accent-hover:${third}`,
    '--mantine-primary-color-contrast:var(--mantine-color-black)',
    `--mantine-color-accent-filled:${tint}`,
    `--mantine-color-accent-filled-hover:${third}`,
    `--mantine-color-accent-light:color-mix(in srgb,${tint} 14%,transparent)`,
    `--mantine-color-accent-light-hover:color-mix(in srgb,${tint} 20%,transparent)`,
    ...inks(third),
    `--mantine-color-accent-outline:${tint}`,
  ];
  return `:root:root{${all}}${inScheme('light', light)}${inScheme('dark', dark)}`;
}

const inks = (shade = '') =>
  ['light-color', 'text', 'outline'].map((role) => `--mantine-color-accent-${role}:${shade}`);

// Twice, to weigh more than the stylesheet wherever it comes to stand.
const inScheme = (scheme: string, variables: string[]): string =>
  `:root:root[data-mantine-color-scheme='${scheme}']{${variables.join(';')}}`;
