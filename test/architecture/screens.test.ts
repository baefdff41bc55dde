import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';
import routes from '#web/routes.ts';
import { root } from './source-files.ts';

type Screen = { path: string; who: string; area: string; state: string };

/** The list of all screens; see its first lines. */
const screens: Screen[] = readFileSync(join(import.meta.dirname, 'screens.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('path\t'))
  .map((line) => {
    const [path = '', who = '', area = '', state = ''] = line.split('\t');
    return { path: path.split(' -> ')[0] ?? '', who, area, state };
  });

/**
 * Pages for whoever builds the product: no screens of it, so they stand on a list of their own. The
 * frame keeps them shut unless the setting PREVIEWS is on.
 */
const previews = ['/styleguide', '/letters', '/letters/:name'];

/** Who may open what stands in a frame. */
const whoOfFrame: Record<string, string> = {
  'shells/visitor.tsx': 'public',
  'shells/guest.tsx': 'guest',
  'shells/member.tsx': 'user',
  'shells/stage.tsx': 'user',
  'shells/organizer.tsx': 'producer',
  'shells/administrator.tsx': 'admin',
  'shells/previews.tsx': 'previews',
};

type Routed = { path: string; who: string; file: string };

function flatten(entries: RouteConfigEntry[], above: { path: string; who: string }): Routed[] {
  return entries.flatMap((entry) => {
    const who = whoOfFrame[entry.file] ?? above.who;
    const path = entry.path?.startsWith('/')
      ? entry.path
      : [above.path.replace(/\/$/, ''), entry.path].filter((part) => part !== undefined).join('/');
    if (entry.children) return flatten(entry.children, { path, who });
    return [{ path: path === '/*' ? '*' : path || '/', who, file: entry.file }];
  });
}

const routed = flatten(await routes, { path: '', who: 'public' });
const routeOf = (path: string) => routed.find((route) => route.path === path);
const done = screens.filter(({ state }) => state === 'done');

describe('the sitemap', () => {
  it('has every screen that is done', () => {
    expect(done.filter(({ path }) => !routeOf(path)).map(({ path }) => path)).toEqual([]);
  });

  it('has no screen that is not on the list, or is not done', () => {
    const known = new Set([...done.map(({ path }) => path), ...previews]);
    expect(routed.filter(({ path }) => !known.has(path)).map(({ path }) => path)).toEqual([]);
  });

  it('has each address once', () => {
    const paths = routed.map(({ path }) => path).sort();
    expect(paths).toEqual([...new Set(paths)]);
  });

  it('shows each screen to those whom the list names', () => {
    const shown = done
      // What is not found is told to everyone alike.
      .filter(({ path }) => path !== '*')
      .map(({ path, who }) => ({ path, who }));
    expect(shown.map(({ path }) => ({ path, who: routeOf(path)?.who }))).toEqual(shown);
  });

  it('keeps the pages for whoever builds the product in the frame that can be shut', () => {
    const shut = routed.filter(({ who }) => who === 'previews').map(({ path }) => path);
    expect(shut.sort()).toEqual([...previews].sort());
    expect(screens.filter(({ path }) => previews.includes(path))).toEqual([]);
  });

  it('takes each screen from the area that owns it', () => {
    const owned = done.map(({ path, area }) => ({ path, area }));
    const taken = owned.map(({ path }) => ({ path, area: routeOf(path)?.file.split('/')[0] }));
    expect(taken).toEqual(owned);
  });

  it('leads to pages that have been built', () => {
    const placeholders = routed.filter(({ file }) =>
      readFileSync(join(root, 'web', file), 'utf8').includes('coming-page'),
    );
    expect(placeholders.map(({ path }) => path)).toEqual([]);
  });
});
