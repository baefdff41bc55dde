import { Link } from 'react-router';
import type { ProductDetail } from '#contract/catalog.ts';
import { sentTypes } from '#contract/shared/product-kinds.ts';
import { useInCurrency } from '#web/platform/chosen-currency.ts';
import { useTranslation } from '#web/platform/words.ts';
import prose from '#web/ui/prose.module.css';
import { Advertising } from './advertising.tsx';
import classes from './product-about.module.css';

type Props = { product: ProductDetail };

/** Everything that is told about a product, below its picture. */
export function ProductAbout({ product }: Props) {
  const { t } = useTranslation('catalog');
  const title = t(sentTypes.includes(product.type) ? 'about.thing' : 'about.title');
  return (
    <>
      {product.description && (
        <section aria-label={title} className={classes.section}>
          <h2 className={classes.heading}>{title}</h2>
          <div
            className={`${classes.prose} ${prose.prose}`}
            lang={product.language}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server keeps simple tags only
            dangerouslySetInnerHTML={{ __html: product.description }}
          />
        </section>
      )}
      <Advertising banner={product.banner} />
      <Sheet title={t('about.technical')} text={product.technicalSheet} />
      <Sheet title={t('about.additional')} text={product.additionalInfo} />
      <Tags product={product} />
    </>
  );
}

function Sheet({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <section aria-label={title} className={classes.section}>
      <h2 className={classes.heading}>{title}</h2>
      <p className={classes.sheet}>{text}</p>
    </section>
  );
}

/** A tag leads to what else has it, where it is long enough to search for. */
function Tags({ product }: Props) {
  const { t } = useTranslation('catalog');
  const inCurrency = useInCurrency();
  if (product.tags.length === 0) return null;
  return (
    <ul className={classes.tags} aria-label={t('about.tags')}>
      {product.tags.map((tag) => (
        <li key={tag}>
          {tag.length >= 3 ? (
            <Link to={inCurrency(`/search-results?q=${encodeURIComponent(tag)}`)}>{tag}</Link>
          ) : (
            <span>{tag}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
