import type { ProductCard, Session } from '#contract/catalog.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './checkout-form.module.css';
import type { PriceLines } from './order-summary.tsx';

type Props = { product: ProductCard; session: Session | null; price: PriceLines };

/** What is bought, for when and for how much: stays in sight beside a long form, where there is room. */
export function MiniSummary({ product, session, price }: Props) {
  const { t } = useTranslation('sales');
  return (
    <aside className={classes.mini} aria-label={t('checkout.order')}>
      <PictureView picture={product.picture} alt="" sizes="18rem" />
      <div className={classes.miniAbout}>
        <strong>{product.title}</strong>
        {session && <When instant={session.startsAt} />}
        <p>
          <span>{t('price.total')}</span>
          <Price amount={price.total} currency={price.currency} freeWord />
        </p>
      </div>
    </aside>
  );
}
