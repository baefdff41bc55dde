import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ticketsContract } from '#contract/tickets.ts';
import { api } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';

export type Choice = { slug: string; title: string };

/** As long as somebody types, nothing is asked. */
const pauseMs = 200;

/** A product by its title: the newest at once, any other by what is typed. */
export function ProductChoice({
  newest,
  chosen,
  choose,
}: {
  newest: Choice[];
  chosen: Choice | null;
  choose: (choice: Choice | null) => void;
}) {
  const { t } = useTranslation('tickets');
  const [typed, setTyped] = useState('');
  const found = useFound(typed === chosen?.title ? '' : typed.trim(), newest);
  const known = chosen && !found.some(({ slug }) => slug === chosen.slug) ? [chosen] : [];
  const all = [...found, ...known];
  return (
    <Select
      label={t('coupons.product')}
      placeholder={t('coupons.choose')}
      nothingFoundMessage={t('coupons.noProduct')}
      data={all.map(({ slug: value, title: label }) => ({ value, label }))}
      // What is found was chosen by the server, which knows more spellings than the browser.
      filter={({ options }) => options}
      value={chosen?.slug ?? null}
      onChange={(slug) => choose(all.find((one) => one.slug === slug) ?? null)}
      searchValue={typed}
      onSearchChange={setTyped}
      searchable
      required
    />
  );
}

function useFound(q: string, newest: Choice[]): Choice[] {
  const [found, setFound] = useState({ q: '', items: newest });
  useEffect(() => {
    if (q === '') return;
    const asking = new AbortController();
    const ask = () =>
      api(ticketsContract.listProductsForCoupons, { query: { q }, signal: asking.signal }).then(
        ({ items }) => setFound({ q, items }),
        (fault) => !asking.signal.aborted && notifyError(fault),
      );
    const waiting = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(waiting);
      asking.abort();
    };
  }, [q]);
  return q === '' ? newest : found.items;
}
