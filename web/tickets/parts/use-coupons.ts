import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { ticketsContract } from '#contract/tickets.ts';
import { api } from '#web/platform/api.ts';

type Coupons = AnswerOf<typeof ticketsContract.listCouponsOfProduct>;

/** The coupons of a product; null until they are there, with the error when they do not come. */
export function useCoupons(slug: string) {
  const [coupons, setCoupons] = useState<Coupons | null>(null);
  const [error, setError] = useState<unknown>(null);
  const reload = useCallback(() => {
    setError(null);
    api(ticketsContract.listCouponsOfProduct, { params: { slug } }).then(setCoupons, (fault) => {
      setCoupons(null);
      setError(fault);
    });
  }, [slug]);
  useEffect(reload, [reload]);
  return { coupons, error, reload };
}
