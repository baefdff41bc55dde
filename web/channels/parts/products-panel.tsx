import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ProductRow, ProductStatus } from '#contract/catalog.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './products-panel.module.css';

type Props = { channel: string; products: ProductRow[]; mayCreate: boolean };

const tones: Record<ProductStatus, Tone> = { draft: 'quiet', published: 'good', private: 'accent' };

/** The products of an own channel, each with its state, and the way to a new one. */
export function ProductsPanel({ channel, products, mayCreate }: Props) {
  const { t } = useTranslation('channels');
  const create = mayCreate && (
    <Button
      component={Link}
      to={`/account/products/new?channel=${channel}`}
      size="xs"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('products.new')}
    </Button>
  );
  return (
    <Panel title={t('products.title')} actions={create}>
      {products.length === 0 ? (
        <p className={classes.none}>{t('products.none')}</p>
      ) : (
        <ul className={classes.list}>
          {products.map((product) => (
            <li key={product.id}>
              <Link to={`/account/channels/${channel}/products/${product.slug}`}>
                {product.title}
              </Link>
              <StatusBadge tone={tones[product.status]}>
                {t(`productState.${product.status}`)}
              </StatusBadge>
              {product.session && (
                <span className={classes.when}>
                  <When instant={product.session.startsAt} style="short" />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
