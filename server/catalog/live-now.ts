import { forgetBy } from '#server/platform/remembered.ts';
/** Who is on the air, by product, with the number of viewers. */
export type LiveNow = (
  productIds: readonly string[],
) => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;

const nobody: LiveNow = () => new Map();
let ask: LiveNow = nobody;
forgetBy(() => setLiveNow(null));

/** `app.ts` ties this to the area that knows broadcasts; until then nothing is live. */
export const setLiveNow = (source: LiveNow | null): void => {
  ask = source ?? nobody;
};

/** The products of these that are on the air, with their viewers. */
export const liveNow: LiveNow = (productIds) => (productIds.length ? ask(productIds) : new Map());
