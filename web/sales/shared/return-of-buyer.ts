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
  return api(ordersContract.comeBack, { params: { id }, body }).catch(() => null);
}
