import { api } from '#web/platform/api.ts';
import { tableQuery } from '#web/ui/table-query.ts';
import type { ShownWebhook } from './webhook-view.tsx';
import { endpointsOf, type Whose } from './whose.ts';

/** The receiver that an address names, with its log; null when it names none that is there. */
export async function loadWebhook(request: Request, whose: Whose): Promise<ShownWebhook | null> {
  const address = new URL(request.url).searchParams;
  const id = address.get('webhook');
  if (!id) return null;
  const endpoints = endpointsOf(whose);
  const { items } = await api(endpoints.list);
  const webhook = items.find((one) => one.id === id);
  if (!webhook) return null;
  const params = { id };
  const deliveryId = address.get('delivery');
  const [log, delivery] = await Promise.all([
    api(endpoints.log, { params, query: tableQuery(request, ['state']) }),
    deliveryId ? api(endpoints.detail, { params: { id, deliveryId } }) : null,
  ]);
  return { webhook, log, delivery };
}
