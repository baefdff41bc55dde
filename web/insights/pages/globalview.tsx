import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useLoaderData } from 'react-router';
import { insightsContract } from '#contract/insights.ts';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { Figures } from '../parts/figures.tsx';
import classes from '../parts/globalview.module.css';
import { NewsPanel } from '../parts/news-panel.tsx';
import { ShortcutsPanel } from '../parts/shortcuts-panel.tsx';
import { ShowsPanel } from '../parts/shows-panel.tsx';
import { TakingsChart } from '../parts/takings-chart.tsx';
import { TasksPanel } from '../parts/tasks-panel.tsx';

export const clientLoader = () => api(insightsContract.getOverview);
export const HydrateFallback = PageSkeleton;
export const meta = pageMeta('insights', ({ t }) => ({ title: t('title'), noIndex: true }));

export default function GlobalviewPage() {
  const overview = useLoaderData<typeof clientLoader>();
  useFreshOnNews();
  const { t } = useTranslation('insights');
  const { name, tasks, shows, notifications, can } = overview;
  const create = can.createProduct && (
    <Button
      component={Link}
      to="/account/products/new"
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t('go.product')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={name ? t('hello', { name }) : t('helloNobody')}
        lead={t('lead')}
        actions={create}
      />
      <Figures overview={overview} />
      <TakingsChart />
      <div className={classes.panels}>
        <div>
          <TasksPanel tasks={tasks} />
          <NewsPanel news={notifications} />
        </div>
        <div>
          <ShowsPanel shows={shows} />
          <ShortcutsPanel mayCreateProduct={can.createProduct} />
        </div>
      </div>
    </>
  );
}
