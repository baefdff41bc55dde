import type { ReactNode } from 'react';
import { redirect } from 'react-router';
import { ApiError } from '#web/platform/api.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import classes from './month-page.module.css';

/** A page on which one pays for a subscription, or says how; `below` is as wide as the page. */
export const MonthPage = ({ children, below }: { children: ReactNode; below?: ReactNode }) => (
  <PageBody>
    <div className={classes.page}>{children}</div>
    {below}
  </PageBody>
);

export const MonthSkeleton = () => (
  <MonthPage>
    <FormSkeleton />
  </MonthPage>
);

/** Cancelled, over or paid meanwhile: where one reads how it stands. Other faults are thrown on. */
export function toHowItStands(error: unknown): never {
  if (!(error instanceof ApiError && error.code === 'SUBSCRIPTION_STATE')) throw error;
  throw redirect('/mystuff/subscriptions');
}
