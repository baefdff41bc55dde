import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useLoaderData } from 'react-router';
import { insightsContract } from '#contract/insights.ts';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { Figures } from '../parts/figures.tsx';
import { FirstSteps } from '../parts/first-steps.tsx';
import classes from '../parts/globalview.module.css';
import { GuidesPanel } from '../parts/guides-panel.tsx';
import { NewsPanel } from '../parts/news-panel.tsx';
import { NextShow } from '../parts/next-show.tsx';
import { ShopPanel } from '../parts/shop-panel.tsx';
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
  const { name, tasks, shows, notifications, firstSteps, shop, can } = overview;
  const { bringBack } = useFirstSteps();
  const isNew = overview.products.published === 0;
  const showsSteps = !isNew && !firstSteps.hidden;
  const [next, ...later] = shows;
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
        lead={t(isNew ? 'leadNew' : 'lead')}
        actions={!isNew && create}
      />
      <div className={classes.stack}>
        {isNew && <FirstSteps firstSteps={firstSteps} />}
        {next && (
          <NextShow key={next.product + next.startsAt} show={next} serverNow={overview.now} />
        )}
      </div>
      {/* An empty house has no figures yet: a row of zeros tells nobody anything. */}
      {!isNew && <Figures overview={overview} />}
      {!isNew && <TakingsChart />}
      <div className={classes.panels}>
        <div>
          {showsSteps && !firstSteps.can.hide && <FirstSteps firstSteps={firstSteps} />}
          {!isNew && <TasksPanel tasks={tasks} />}
          {showsSteps && firstSteps.can.hide && <FirstSteps firstSteps={firstSteps} />}
          <NewsPanel news={notifications} />
        </div>
        <div>
          {later.length > 0 && <ShowsPanel shows={later} />}
          {shop && <ShopPanel shop={shop} />}
          <GuidesPanel bringBack={firstSteps.hidden ? bringBack : undefined} />
          {!isNew && <ShortcutsPanel mayCreateProduct={can.createProduct} />}
        </div>
      </div>
    </>
  );
}

/** The list that was put away comes back. */
function useFirstSteps() {
  const act = useAct();
  const bringBack = () =>
    void act.run(() => api(insightsContract.hideFirstSteps, { body: { hidden: false } }));
  return { bringBack };
}
