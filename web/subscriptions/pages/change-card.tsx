import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type CardChange, subscriptionsContract } from '#contract/subscriptions.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { CardForm } from '../parts/card-form.tsx';
import { CardIsKept } from '../parts/card-is-kept.tsx';
import { MonthPage, MonthSkeleton, toHowItStands } from '../parts/month-page.tsx';

/** Back from the provider's page: what became of the card; null for whoever only comes to change it. */
async function changeOfReturn(id: string, request: Request): Promise<CardChange | null> {
  if (!new URL(request.url).searchParams.has('back')) return null;
  return api(subscriptionsContract.comeBackWithCard, { params: { id } }).catch(() => null);
}

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  const id = params.id ?? '';
  const returned = await changeOfReturn(id, request);
  if (returned?.state === 'kept') return { checkout: null, returned };
  const asked = api(subscriptionsContract.getCardCheckout, { params: { id } });
  return { checkout: await asked.catch(toHowItStands), returned };
}
export const HydrateFallback = MonthSkeleton;
export const meta = pageMeta('subscriptions', ({ t }) => ({
  title: t('card.title'),
  noIndex: true,
}));

/** Another card for what comes next, without paying now. */
export default function ChangeCardPage() {
  const { t } = useTranslation('subscriptions');
  const { checkout, returned } = useLoaderData<typeof clientLoader>();
  const [kept, setKept] = useState(returned?.state === 'kept' ? returned.subscription : null);
  if (kept) {
    return (
      <MonthPage>
        <CardIsKept subscription={kept} />
      </MonthPage>
    );
  }
  return (
    <MonthPage>
      <PageHead
        title={t(checkout?.subscription.lastFour ? 'card.title' : 'card.titleAdd')}
        crumbs={[{ label: t('mine.title'), to: '/mystuff/subscriptions' }]}
      />
      {checkout && <CardForm checkout={checkout} returned={returned} onKept={setKept} />}
    </MonthPage>
  );
}
