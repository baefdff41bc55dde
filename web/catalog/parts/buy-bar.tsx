import { useEffect, useState } from 'react';
import type { ProductDetail } from '#contract/catalog.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Price } from '#web/ui/price.tsx';
import { useRootMark } from '#web/ui/use-root-mark.ts';
import classes from './buy-bar.module.css';

type Props = { product: ProductDetail; form: string; label: string };

/**
 * The way to a ticket on a phone, while the one in the page is out of sight: it sends that very form,
 * with the date that is chosen there.
 */
export function BuyBar({ product, form, label }: Props) {
  const { t } = useTranslation('catalog');
  const { total, currency } = product.price;
  const stands = useIsOutOfSight(form);
  useRootMark('data-foot-bar', stands);
  if (!stands) return null;
  return (
    <section className={classes.bar} aria-label={t('buy.bar')} data-spare>
      <strong className={classes.price}>
        <Price amount={total} currency={currency} freeWord />
      </strong>
      <ActionButton type="submit" form={form}>
        {label}
      </ActionButton>
    </section>
  );
}

/** Has the last line of this form left the screen? Known in the browser alone. */
function useIsOutOfSight(form: string): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    const button = document.querySelector(`#${CSS.escape(form)} button[type=submit]`);
    if (!button) return;
    // What the bars at the foot of a phone cover is not in sight.
    const observer = new IntersectionObserver(
      ([entry]) => setOut(entry !== undefined && !entry.isIntersecting),
      { rootMargin: '-64px 0px -60px' },
    );
    observer.observe(button);
    return () => observer.disconnect();
  }, [form]);
  return isOut;
}
