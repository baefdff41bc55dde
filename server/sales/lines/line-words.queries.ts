import { countryCodes } from '#contract/shared/countries.ts';
import { type Language, languages } from '#contract/shared/languages.ts';
import { type SubscriptionTerm, subscriptionTerms } from '#contract/subscriptions.ts';
import { config } from '#server/platform/config.ts';
import { containing } from '#server/platform/database/fragments.ts';
import { sql } from '#server/platform/database/index.ts';
import { forgetBy } from '#server/platform/remembered.ts';
import { shippingTitle } from '#server/shipments/index.ts';
import { monthTitle } from '#server/subscriptions/index.ts';

/** Nobody types a line break: no words fit over the end of a language. */
const inAll = (said: (language: Language) => string): string => languages.map(said).join('\n');

/** What sending to each country is called in all languages; '' for what is picked up. */
const saidOfShipping = (): string =>
  JSON.stringify(
    Object.fromEntries(
      ['', ...countryCodes].map((country) => [
        country,
        inAll((language) => shippingTitle(language, country || null)),
      ]),
    ),
  );

const channelMark = '%%channel%%';
/** What a subscription is called in all languages, with a mark where its channel stands. */
const saidOfMonths = (): string =>
  JSON.stringify(
    Object.fromEntries(
      subscriptionTerms.map((term: SubscriptionTerm) => [
        term,
        inAll((language) => monthTitle(language, channelMark, term)),
      ]),
    ),
  );

let titles: { shipping: string; months: string } | null = null;
forgetBy(() => {
  titles = null;
});
/** Put together for the first search: these words never change, and are many. */
const titlesSaid = () => (titles ??= { shipping: saidOfShipping(), months: saidOfMonths() });

/**
 * SQL: is a line `l` of a channel `c` that is made of words (`line-title.ts`) called so in any language? The
 * countries that fit are looked up once in a statement, so no row of what was shipped is put into words.
 */
export const isCalled = (q: string) => sql<boolean>`(
  (l.kind = 'shipping' and coalesce(l.details->>'country', case when l.details ? 'pickup' then '' end)
    = any(array(select key from json_each_text(${titlesSaid().shipping}::json)
      where plain_text(value) like plain_text(${containing(q)}))))
  or (l.kind = 'subscription' and plain_text(replace(
      ${titlesSaid().months}::json ->> coalesce(l.details->>'term', 'month'),
      ${channelMark}, coalesce(c.title, ${config().SITE_NAME})))
    like plain_text(${containing(q)})))`;
