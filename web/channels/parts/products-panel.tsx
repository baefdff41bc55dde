import { Button, Group } from '@mantine/core';
import { IconMasksTheater, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ProductRow } from '#contract/catalog.ts';
import { ProductStatusBadge } from '#web/catalog/shared/product-status.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { PageLinks } from '#web/ui/page-links.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './products-panel.module.css';

type Props = {
  channel: string;
  page: { items: ProductRow[]; page: number; size: number; total: number };
  mayCreate: boolean;
};

/** The products of an own channel, each with its state, and the way to a new one. */
export function ProductsPanel({ channel, page, mayCreate }: Props) {
  const { t } = useTranslation('channels');
  const create = mayCreate && (
    <Group gap="xs">
      <Button
        component={Link}
        to={`/account/rehearsals?channel=${channel}`}
        size="xs"
        variant="default"
        leftSection={<IconMasksTheater size={16} aria-hidden />}
      >
        {t('products.rehearse')}
      </Button>
      <Button
        component={Link}
        to={`/account/products/new?channel=${channel}`}
        size="xs"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('products.new')}
      </Button>
    </Group>
  );
  return (
    <Panel title={t('products.title')} actions={create}>
      {page.total === 0 ? (
        <p className={classes.none}>{t('products.none')}</p>
      ) : (
        <RowList>
          {page.items.map(({ id, slug, title, status, session }) => (
            <Row
              key={id}
              name={title}
              to={`/account/channels/${channel}/products/${slug}`}
              badge={<ProductStatusBadge status={status} />}
              about={session && <When instant={session.startsAt} style="short" />}
            />
          ))}
        </RowList>
      )}
      <PageLinks page={page} stay />
    </Panel>
  );
}
