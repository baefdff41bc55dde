import type { ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];
type Part = {
  build: ServerBuild;
  /** Is this address answered by a page of this frame, and could be by no other? */
  owns: (pathname: string) => boolean;
};

/**
 * The build as if the pages of one frame were all there are. The router walks through all its routes
 * a dozen times for each page: to find it, to make a router of its own, to find what is near.
 */
export function partOfBuild(build: ServerBuild, frame: string): Part {
  const ids = new Set(
    Object.values(build.routes).flatMap((route) =>
      route && (route.id === frame || route.parentId === frame || !route.parentId)
        ? [route.id]
        : [],
    ),
  );
  const isPart = ([id]: [string, unknown]) => ids.has(id);
  const only = <Of extends object>(of: Of) =>
    Object.fromEntries(Object.entries(of).filter(isPart)) as Of;
  const others = Object.fromEntries(Object.entries(build.routes).filter((one) => !isPart(one)));
  const own = addressesOf(only(build.routes), { orNothing: true });
  const foreign = addressesOf(others, { orNothing: false });
  return {
    build: {
      ...build,
      routes: only(build.routes),
      assets: { ...build.assets, routes: only(build.assets.routes) },
    },
    owns: (pathname) => own.test(pathname) && !foreign.test(pathname),
  };
}

/**
 * One pattern for the addresses of routes that stand in no other but pathless frames. A route for
 * everything else (`*`) counts for nothing here, or for all there is, as is safe.
 */
function addressesOf(routes: Routes, { orNothing }: { orNothing: boolean }): RegExp {
  const paths = Object.values(routes).flatMap((route) => route?.path ?? []);
  const patterns = paths.flatMap((path) => {
    if (/[*?]/.test(path)) return orNothing ? [] : ['.*'];
    return [path.replace(/[.+^$()[\]{}|\\]/g, '\\$&').replace(/:[\w-]+/g, '[^/]+')];
  });
  return new RegExp(`^(?:${patterns.join('|') || '(?!)'})/?$`, 'i');
}
