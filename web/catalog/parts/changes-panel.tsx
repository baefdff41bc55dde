import type { OwnProduct, ProductChange } from '#contract/catalog.ts';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './changes-panel.module.css';

/** Who changed price, offer, sale or state since publication. */
export function ChangesPanel({ product }: { product: OwnProduct }) {
  const { t } = useTranslation('catalog');
  if (product.changes.length === 0) return null;
  return (
    <Panel title={t('changes.title')}>
      <ol className={classes.list}>
        {product.changes.map((change) => (
          <li key={change.id}>
            <span>
              <ChangeWords change={change} currency={product.form.currency} />
            </span>
            <span className={classes.quiet}>
              {change.changedBy}, <When instant={change.changedAt} style="short" />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

type Words = { change: ProductChange; currency: CurrencyCode };

function ChangeWords({ change, currency }: Words) {
  const { t, language } = useTranslation('catalog');
  const money = (amount: unknown) => formatMoney(Number(amount), currency, language);
  if (change.what === 'price') {
    const { before, after } = change;
    return <>{t('changes.price', { before: money(before.total), after: money(after.total) })}</>;
  }
  if (change.what === 'offer') {
    const offer = change.after.offer as { total: number } | null;
    return <>{offer ? t('changes.offer', { total: money(offer.total) }) : t('changes.noOffer')}</>;
  }
  if (change.what === 'sale') return <>{t('changes.sale')}</>;
  return <>{t(change.after.status === 'private' ? 'changes.private' : 'changes.published')}</>;
}
