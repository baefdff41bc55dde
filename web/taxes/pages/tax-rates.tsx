import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { taxesContract } from '#contract/taxes.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryName } from '#web/ui/countries.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Panel } from '#web/ui/panel.tsx';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { RateForm } from '../parts/rate-form.tsx';
import { RateList } from '../parts/rate-list.tsx';

export const clientLoader = () => api(taxesContract.listTaxRates);
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('taxes', ({ t }) => ({ title: t('rates.title'), noIndex: true }));

export default function TaxRatesPage() {
  const { rates } = useLoaderData<typeof clientLoader>();
  const { t, language } = useTranslation('taxes');
  const { revalidate } = useRevalidator();
  const [country, setCountry] = useState('');
  // Each time anew: what stood in the form has been saved.
  const [turn, setTurn] = useState(0);
  const countries = [...new Set(rates.map((rate) => rate.country))]
    .map((value) => ({ value, label: countryName(value, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  // Of one country all that ever held; of all together what holds or will.
  const shown = rates.filter((rate) =>
    country ? rate.country === country : rate.state !== 'past',
  );
  return (
    <>
      <PageHead title={t('rates.title')} lead={t('rates.lead')} />
      <Panel title={t('rates.add')}>
        <p style={{ marginTop: 0 }}>{t('rates.addText')}</p>
        <RateForm
          key={turn}
          rates={rates}
          saved={() => {
            setTurn(turn + 1);
            void revalidate();
          }}
        />
      </Panel>
      <NativeSelect
        my="md"
        maw="24rem"
        label={t('rates.country')}
        description={t('rates.countryHint')}
        data={[{ value: '', label: t('rates.all') }, ...countries]}
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
      />
      <RateList rates={shown} />
    </>
  );
}
