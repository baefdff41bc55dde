import { Tabs } from '@mantine/core';
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
      <Tabs value={tab} keepMounted={false} mb="lg">
        <Tabs.List component="nav" aria-label={t('mine.title')} className={classes.tabs}>
          {(Object.keys(icons) as Tab[]).map((name) => {
            const Icon = icons[name];
            return (
              <Tabs.Tab
                key={name}
                value={name}
                leftSection={<Icon size={18} />}
                renderRoot={(props) => <Link to={`/mystuff/${name}`} {...props} />}
              >
                {t(`mine.tab.${name}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
      </Tabs>
      {children}
    </PageBody>
  );
}
