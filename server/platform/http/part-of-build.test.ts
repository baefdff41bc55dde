import type { ServerBuild } from 'react-router';
import { describe, expect, test } from 'vitest';
import { partOfBuild } from './part-of-build.ts';

const paths: Record<string, Record<string, string | undefined>> = {
  root: { root: undefined },
  open: { home: '/', show: '/shows/:slug', rest: '*', 'a.b': '/a.b' },
  desk: { checkout: '/shows/:slug/checkout', fresh: '/shows/new', work: '/work' },
};

/** A build with nothing in it but its routes. */
function aBuild(more: Record<string, string> = {}): ServerBuild {
  const routes = Object.entries({ ...paths, more }).flatMap(([frame, pages]) => [
    ...(frame === 'root' ? [] : [{ id: frame, parentId: 'root', path: undefined }]),
    ...Object.entries(pages).map(([id, path]) => ({
      id,
      parentId: frame === 'root' ? undefined : frame,
      path,
    })),
  ]);
  const byId = Object.fromEntries(routes.map((route) => [route.id, route]));
  return { routes: byId, assets: { routes: byId, version: '1' } } as unknown as ServerBuild;
}

describe('a part of the build', () => {
  const { build, owns } = partOfBuild(aBuild(), 'open');

  test('has the pages of its frame and nothing else', () => {
    const ids = ['root', 'open', 'home', 'show', 'rest', 'a.b'];
    expect(Object.keys(build.routes)).toEqual(ids);
    expect(Object.keys(build.assets.routes)).toEqual(ids);
    expect(build.assets.version).toBe('1');
  });

  test.each(['/', '/shows/one', '/shows/one/', '/SHOWS/one', '/a.b'])('owns %s', (address) => {
    expect(owns(address)).toBe(true);
  });

  test.each([
    ['another frame has it', '/shows/one/checkout'],
    ['another frame has it too', '/shows/new'],
    ['another frame has it alone', '/work'],
    ['nobody has it', '/nowhere'],
    ['it only looks alike', '/a-b'],
  ])('does not own what is not surely its own: %s', (_, address) => {
    expect(owns(address)).toBe(false);
  });

  test('owns nothing where another frame takes everything', () => {
    expect(partOfBuild(aBuild({ all: '*' }), 'open').owns('/shows/one')).toBe(false);
  });
});
