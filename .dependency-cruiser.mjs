/**
 * The import rules of docs/architecture.md. Each has a planted fault in
 * test/architecture/import-rules.test.ts: a rule that cannot fire is no rule.
 */

/** Areas by level, lowest first. An area imports only from lower levels. */
export const levels = [
  ['site'],
  ['accounts', 'payments'],
  ['media', 'notices', 'lab'],
  ['channels'],
  ['catalog'],
  ['subscriptions', 'taxes'],
  ['tickets', 'donations', 'affiliates', 'ads', 'pages', 'shipments'],
  ['gifts'],
  ['sales', 'live', 'learning', 'datasheets', 'chat', 'meet'],
  ['player', 'rehearsals', 'payouts', 'leads', 'cognition'],
  ['insights', 'integrations'],
  ['previews'],
];
const areas = levels.flat();
const anyArea = `(${areas.join('|')})`;
const test = '\\.test\\.tsx?$';

/** For each area, one rule: nothing of its own level or above. */
const order = levels.flatMap((level, index) =>
  level.map((area) => ({
    name: `area-order-${area}`,
    comment: `${area} may use only areas that stand lower; say what happened by a fact instead`,
    severity: 'error',
    from: { path: `^server/${area}/`, pathNot: test },
    to: {
      path: `^server/(${levels.slice(index).flat().join('|')})/`,
      pathNot: `^server/${area}/`,
    },
  })),
);

export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'two files that need each other are one file, or three',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'web-not-server',
      comment: 'the web knows the server only by its contract, types included',
      severity: 'error',
      from: { path: '^web/', pathNot: test },
      to: { path: '^server/' },
    },
    {
      name: 'server-not-web',
      comment: 'the server knows nothing of screens',
      severity: 'error',
      from: { path: '^server/', pathNot: test },
      to: { path: '^web/' },
    },
    {
      name: 'contract-alone',
      comment: 'what both sides promise depends on neither: zod and contract/ only',
      severity: 'error',
      from: { path: '^contract/', pathNot: test },
      to: { pathNot: '^contract/|(^|/)node_modules/zod/' },
    },
    ...order,
    {
      name: 'area-door',
      comment: 'another area is reached through its index.ts only',
      severity: 'error',
      from: { path: '^server/([^/]+)/', pathNot: `${test}|^server/(platform|demo|migrations)/` },
      to: {
        path: `^server/${anyArea}/`,
        pathNot: '^server/$1/|^server/[^/]+/index\\.ts$',
      },
    },
    {
      name: 'door-from-above',
      comment: 'the files that tie areas together use doors and what answers at the edge',
      severity: 'error',
      from: { path: '^server/[^/]+\\.ts$|^server/demo/', pathNot: test },
      to: {
        path: `^server/${anyArea}/`,
        pathNot: '^server/[^/]+/(index|routes|serve-[a-z-]+)\\.ts$',
      },
    },
    {
      name: 'routes-for-app',
      comment: 'routes are mounted by app.ts and by nobody else',
      severity: 'error',
      from: { pathNot: `^server/app\\.ts$|${test}|^test/` },
      to: { path: '^server/[^/]+/routes\\.ts$' },
    },
    {
      name: 'web-door',
      comment: "another area's pieces are found in its shared/ only",
      severity: 'error',
      from: { path: '^web/([^/]+)/', pathNot: `${test}|^web/(platform|ui|shells)/` },
      to: { path: `^web/${anyArea}/`, pathNot: '^web/$1/|^web/[^/]+/shared/' },
    },
    {
      name: 'shells-door',
      comment: 'frames, too, use only what an area shares',
      severity: 'error',
      from: { path: '^web/shells/', pathNot: test },
      to: { path: `^web/${anyArea}/`, pathNot: '^web/[^/]+/shared/' },
    },
    {
      name: 'platform-knows-no-area',
      comment: 'the ground carries every area and leans on none',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: test },
      to: { path: `^server/(${areas.join('|')}|demo)/|^server/[^/]+\\.ts$` },
    },
    {
      name: 'ui-knows-no-area',
      comment: 'our look knows no business; English catalogues are read for their keys alone',
      severity: 'error',
      from: { path: '^web/(ui|platform)/', pathNot: test },
      to: { path: `^web/${anyArea}/|^web/shells/`, pathNot: '/words/en\\.json$' },
    },
    {
      name: 'rules-are-pure',
      comment: 'a rule decides from what it is given: no database, no clock, no Node module',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      to: {
        pathNot: '^contract/|\\.rules\\.ts$|(^|/)node_modules/(temporal-polyfill|temporal-spec)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'kysely-in-stores',
      comment: 'SQL is written in stores and queries',
      severity: 'error',
      from: {
        path: '^(server|web|contract)/',
        pathNot: `\\.(store|queries)\\.ts$|^server/platform/database/|${test}`,
      },
      to: { path: '(^|/)node_modules/(kysely|pg)/' },
    },
    {
      name: 'fastify-at-the-edge',
      comment: 'HTTP ends at the routes; what lies behind could be called by a job as well',
      severity: 'error',
      from: {
        path: '^(server|web|contract)/',
        pathNot: `^server/[^/]+/routes\\.ts$|^server/app\\.ts$|^server/platform/(http/|live\\.ts$)|${test}`,
      },
      to: {
        path: '(^|/)node_modules/(fastify|@fastify|fastify-type-provider-zod)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pages-are-leaves',
      comment: 'a page is loaded by its address; what two pages share belongs in parts/',
      severity: 'error',
      from: {},
      to: { path: '^web/[^/]+/pages/.+\\.tsx?$' },
    },
    {
      name: 'product-not-test',
      comment: 'what runs for people does not lean on what tests it',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: test },
      to: { path: `^(test|e2e|bench|scripts)/|${test}` },
    },
    {
      name: 'declared-packages',
      comment: 'a package that is used is named in package.json',
      severity: 'error',
      from: { path: '^(contract|server|web)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'resolvable',
      comment: 'an import leads somewhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|\\+types/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|data|\\.react-router)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
