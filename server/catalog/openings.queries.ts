import type { Opening } from '#contract/shared/product-kinds.ts';
import { sql } from '#server/platform/database/index.ts';
import { forgetBy } from '#server/platform/remembered.ts';

/** Does it cost something, while the site sells nothing that does? */
export const barredOfRow = sql<boolean>`(p.plan = 'paid'
  and not (select paid_content from media_pay))`;

type Opener = ReturnType<typeof sql<Opening | null>>;
const nothing: Opener = sql`null`;
let opener = nothing;
forgetBy(() => setOpener(null));

/**
 * `app.ts` ties this to the area whose subscriptions open products: SQL that says what opens the product
 * `p` of the channel `c`, published or not. Until then nothing does.
 */
export const setOpener = (opens: Opener | null): void => {
  opener = opens ?? nothing;
};

/** SQL: what opens a product `p` of a channel `c` that is not sold by itself; null where that is sold. */
export const openedByOfRow = () => sql<Opening | null>`(case when ${barredOfRow}
  and p.status <> 'private' then ${opener} end)`;

/** SQL: can nobody come to it, since it costs something while nothing that does is sold? */
export const hiddenOfRow = () => sql<boolean>`(${barredOfRow} and ${opener} is null)`;
