import { type Order, ordersContract } from '#contract/orders.ts';
import type { CarriedNotice } from '#contract/payments.ts';
import { api } from '#web/platform/api.ts';

const fields = ['Ds_SignatureVersion', 'Ds_MerchantParameters', 'Ds_Signature'];

/** The order with which a provider's page led back, once it was asked what became of it. */
export async function orderOfReturn(search: URLSearchParams): Promise<Order | null> {
  const id = search.get('order');
  if (!id) return null;
  const [Ds_SignatureVersion = '', Ds_MerchantParameters = '', Ds_Signature = ''] = fields.map(
    (name) => search.get(name) ?? '',
  );
  const notice: CarriedNotice = { Ds_SignatureVersion, Ds_MerchantParameters, Ds_Signature };
  const body = Ds_Signature ? { notice } : {};
  const order = await api(ordersContract.comeBack, { params: { id }, body }).catch(() => null);
  const clean = withoutNotice(location.href);
  if (order && clean !== location.href) history.replaceState(history.state, '', clean);
  return order;
}

/** What the bank said of a card stands in no address that is kept, shown or passed on. */
export function withoutNotice(href: string): string {
  const url = new URL(href);
  for (const name of fields) url.searchParams.delete(name);
  return url.href;
}
