import type { Contract, Method } from '#contract/endpoint.ts';

/** Answers which methods the contracts know for an address; none for an unknown address. */
export function methodsOf(contracts: Contract[]): (path: string) => Method[] {
  const routes = contracts.flatMap((contract) =>
    Object.values(contract).map(({ path, method }) => ({ method, pattern: patternOf(path) })),
  );
  return (path) => [
    ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ];
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`);
