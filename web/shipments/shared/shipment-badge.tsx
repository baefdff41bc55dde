import type { ShipmentMethod, ShipmentState } from '#contract/shipments.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

const tones: Record<ShipmentState, Tone> = {
  ...{ to_send: 'wait', sent: 'good', delivered: 'quiet', cancelled: 'quiet', returned: 'bad' },
};

type Props = { shipment: { state: ShipmentState; method: ShipmentMethod } };

/** How something is on its way; of what is picked up the same states have words of their own. */
export function ShipmentBadge({ shipment: { state, method } }: Props) {
  const { t } = useTranslation('shipments');
  const words = method === 'post' ? t(`state.${state}`) : t(`ready.${state}`);
  return <StatusBadge tone={tones[state]}>{words}</StatusBadge>;
}
