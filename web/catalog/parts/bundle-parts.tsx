import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Bundle } from '#contract/bundles.ts';
import type { ProductDetail } from '#contract/catalog.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './bundle-parts.module.css';

type Props = { product: ProductDetail; code?: string | undefined };

/** What is inside a bundle, and what it saves. */
export function BundleParts({ product, code }: Props) {
  const { t, language } = useTranslation('catalog');
  const bundle = useBundle(product.slug, code);
  if (!bundle) return null;
  const { currency } = product.price;
  const money = (amount: number) => formatMoney(amount, currency, language);
  return (
    <section className={classes.inside} aria-label={t('bundle.inside')}>
      <h2>{t('bundle.inside')}</h2>
      <ul>
        {bundle.parts.map(({ product: part, session, open }) => (
          <li key={part.id}>
            <span>
              <Link to={`/products/${part.slug}`}>{part.title}</Link>
              {session && (
                <span className={classes.when}>
                  <When instant={session.startsAt} style="short" />
                </span>
              )}
              {!open && <span className={classes.when}>{t('bundle.gone')}</span>}
            </span>
            <Price amount={part.price.total} currency={currency} freeWord />
          </li>
        ))}
      </ul>
      {bundle.saved > 0 && (
        <p className={classes.saves}>
          {t('bundle.saves', { apart: money(bundle.apart), saved: money(bundle.saved) })}
        </p>
      )}
    </section>
  );
}

/** Asked by the browser: the page of a product is the same whatever it is. */
function useBundle(slug: string, code: string | undefined): Bundle | null {
  const [bundle, setBundle] = useState<Bundle | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    ask(slug, code, asking.signal).then(setBundle, () => undefined);
    return () => asking.abort();
  }, [slug, code]);
  return bundle;
}

async function ask(slug: string, code: string | undefined, signal: AbortSignal): Promise<Bundle> {
  const { bundlesContract } = await import('#contract/bundles.ts');
  const { api } = await import('#web/platform/api.ts');
  const query = code ? { code } : {};
  return api(bundlesContract.getBundle, { params: { slug }, query, signal });
}
