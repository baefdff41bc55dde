/** Runs while building only: turns the theme into a stylesheet, so that no page computes it. */
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { accessibleVariables, breakpoints, themeWith } from './theme.ts';

type Variables = Record<string, string>;
const without = (all: Variables, known: Variables): Variables =>
  Object.fromEntries(Object.entries(all).filter(([name, value]) => known[name] !== value));

/** Mantine's own stylesheet already has the values of its default theme: only ours are written. */
export function themeCss(): string {
  const theme = mergeMantineTheme(DEFAULT_THEME, themeWith());
  const [known, ours] = [DEFAULT_THEME, theme].map(defaultCssVariablesResolver);
  const extra = accessibleVariables(theme);
  if (!known || !ours) return '';
  const variables = convertCssVariables({
    variables: without(ours.variables, known.variables),
    light: {
      '--mantine-color-scheme': 'light',
      ...without(ours.light, known.light),
      ...extra.light,
    },
    dark: { '--mantine-color-scheme': 'dark', ...without(ours.dark, known.dark), ...extra.dark },
  });
  return `${variables}\n${visibilityClasses()}`;
}

/** What Mantine would write into every page for its `visibleFrom` and `hiddenFrom`. */
function visibilityClasses(): string {
  return Object.entries(breakpoints)
    .map(([name, from]) => {
      const until = `${Number.parseFloat(from) - 0.00625}em`;
      return `@media (max-width: ${until}) { .mantine-visible-from-${name} { display: none !important; } }
@media (min-width: ${from}) { .mantine-hidden-from-${name} { display: none !important; } }`;
    })
    .join('\n');
}
