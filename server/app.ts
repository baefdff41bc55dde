import type { FastifyInstance } from 'fastify';
import { accountsRoutes, identify } from './accounts/index.ts';
import { buildHttp } from './platform/http/app.ts';
import { publishHealth } from './platform/http/health.ts';
import type { Mounted } from './platform/http/mount.ts';
import { mountWebPages } from './platform/http/web-pages.ts';
import { openSockets } from './platform/live.ts';
import { setReactions } from './reactions.ts';
import { clockRoutes, siteRoutes } from './site/routes.ts';

/** The areas with what they answer, lowest first. */
export const areas: Mounted[] = [siteRoutes, clockRoutes, accountsRoutes];

export type AppOptions = {
  /** `built`: the web as built; `dev`: by Vite, with hot reload; `none`: the API alone. */
  pages: 'built' | 'dev' | 'none';
};

/** The whole product as one HTTP application, not yet listening. */
export async function buildApp({ pages }: AppOptions): Promise<{ http: FastifyInstance }> {
  setReactions();
  const http = await buildHttp({
    areas,
    identify,
    plugins: [
      publishHealth,
      async (app) => openSockets(app, identify, []),
      async (app) => (pages === 'none' ? undefined : mountWebPages(app, { mode: pages })),
    ],
  });
  return { http };
}
