import { IconHeartOff } from '@tabler/icons-react';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { donationsContract } from '#contract/donations.ts';
import { paymentsContract } from '#contract/payments.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Bought } from '../parts/bought.tsx';
import classes from '../parts/checkout-form.module.css';
import { DonateForm } from '../parts/donate-form.tsx';
import { orderOfReturn } from '../shared/return-of-buyer.ts';

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const returned = await orderOfReturn(search);
  const [giving, { payments: methods }] = await Promise.all([
    api(donationsContract.getChannelGiving, { params: { slug: params.slug ?? '' } }),
    api(paymentsContract.getPaymentMethods),
  ]);
  return { giving, methods, returned };
}

export const HydrateFallback = () => (
  <PageBody>
    <div className={classes.page}>
      <FormSkeleton />
    </div>
  </PageBody>
);

export const meta = pageMeta<typeof clientLoader>('sales', ({ t, data }) => ({
  title: t('giving.title', { channel: data?.giving.channel.title ?? '' }),
  noIndex: true,
}));

/** Something for an artist, and nothing in return: an order of this alone. */
export default function DonatePage() {
  const { giving, methods, returned } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('sales');
  const [done, setDone] = useState(returned?.next.kind === 'done' ? returned : null);
  const { slug, title: channel } = giving.channel;
  return (
    <PageBody>
      <div className={classes.page}>
        {done ? (
          <Bought order={done} />
        ) : (
          <>
            <PageHead
              title={t('giving.title', { channel })}
              crumbs={[{ label: channel, to: `/channels/${slug}` }]}
            />
            {giving.donation ? (
              <DonateForm giving={giving} methods={methods} returned={returned} onDone={setDone} />
            ) : (
              <EmptyState
                icon={IconHeartOff}
                title={t('giving.none')}
                text={t('giving.noneText')}
              />
            )}
          </>
        )}
      </div>
    </PageBody>
  );
}
