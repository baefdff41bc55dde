import { IconReceipt, IconTicket, IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import classes from './my-space.module.css';

type Tab = 'products' | 'subscriptions' | 'orders';
const icons = { products: IconTicket, subscriptions: IconUsersGroup, orders: IconReceipt };

/** The frame of My space: content, subscriptions and orders, each with an address of its own. */
export function MySpace({ tab, children }: { tab: Tab; children: ReactNode }) {
  const { t } = useTranslation('sales');
  return (
    <PageBody>
      <PageHead title={t('mine.title')} />
      <nav aria-label={t('mine.title')} className={classes.tabs}>
        {(Object.keys(icons) as Tab[]).map((name) => {
          const Icon = icons[name];
          return (
            <Link
              key={name}
              to={`/mystuff/${name}`}
              aria-current={name === tab ? 'page' : undefined}
            >
              <Icon size={18} aria-hidden />
              {t(`mine.tab.${name}`)}
            </Link>
          );
        })}
      </nav>
      {children}
    </PageBody>
  );
}

/** One kind of tickets under its heading. */
export function MySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
