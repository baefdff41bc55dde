import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { ServerBuild } from 'react-router';
import { describe, expect, it } from 'vitest';
import { partOfBuild } from '#server/platform/http/part-of-build.ts';
import { publicFrame } from '#web/entry.server.tsx';
import routes from '#web/routes.ts';

type Known = { id: string; parentId: string | undefined; path: string | undefined };

/** The routes as React Router builds them: named by their files, below the root. */
const built = (entries: RouteConfigEntry[], parentId: string): Known[] =>
  entries.flatMap((entry) => {
    const id = entry.id ?? entry.file.replace(/\.\w+$/, '');
    return [{ id, parentId, path: entry.path }, ...built(entry.children ?? [], id)];
  });
const all = [{ id: 'root', parentId: undefined, path: '' }, ...built(routes, 'root')];
const byId = Object.fromEntries(all.map((route) => [route.id, route]));
const build = { routes: byId, assets: { routes: byId } } as unknown as ServerBuild;
const { owns, build: part } = partOfBuild(build, publicFrame);

describe('the public part of the sitemap', () => {
  it('has the pages that everybody reads', () => {
    expect(Object.keys(part.routes).length).toBeGreaterThan(5);
    for (const path of ['/', '/search-results', '/products/a-show', '/channels/a-channel']) {
      expect([path, owns(path)]).toEqual([path, true]);
    }
  });

  it('has none of another frame', () => {
    for (const path of ['/products/a-show/checkout', '/login', '/manage', '/mystuff/products']) {
      expect([path, owns(path)]).toEqual([path, false]);
    }
  });
});
