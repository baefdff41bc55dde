import { NativeSelect, Pagination } from '@mantine/core';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './data-table.module.css';
import type { TablePage } from './data-table.tsx';
import { lastPageOf } from './table-query.ts';
import { useTableAddress } from './table-tools.tsx';

const sizes = [10, 20, 50, 100];

/** Which rows these are, how many on a page, and the way to the others. */
export function TableFoot({ page }: { page: TablePage<unknown> }) {
  const { t, language } = useTranslation('ui');
  const address = useTableAddress([]);
  const pages = lastPageOf(page);
  const from = (page.page - 1) * page.size + 1;
  // A list that stands on one page as it is has no size to choose.
  const isWhole = pages === 1 && !sizes.includes(page.size);
  const offered = sizes.includes(page.size) ? sizes : [...sizes, page.size];
  return (
    <div className={classes.foot}>
      <span className="figures">
        {t('table.range', {
          from: formatNumber(from, language),
          to: formatNumber(Math.min(page.total, from + page.items.length - 1), language),
          total: formatNumber(page.total, language),
        })}
      </span>
      {page.total > (sizes[0] ?? 0) && !isWhole && (
        <NativeSelect
          size="xs"
          aria-label={t('table.size')}
          value={String(page.size)}
          data={offered.map((size) => ({
            value: String(size),
            label: t('table.sizeOf', { count: size }),
          }))}
          onChange={(event) => address.set({ size: event.currentTarget.value, page: null })}
        />
      )}
      {pages > 1 && (
        <nav aria-label={t('table.pages')}>
          <Pagination
            total={pages}
            value={page.page}
            onChange={(number) => address.set({ page: String(number) })}
            size="sm"
            siblings={1}
            boundaries={1}
            getItemProps={(number) => ({ 'aria-label': t('table.page', { page: number }) })}
            getControlProps={(control) => ({
              'aria-label': control === 'previous' ? t('previous') : t('next'),
            })}
          />
        </nav>
      )}
    </div>
  );
}
