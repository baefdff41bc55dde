import { Text } from '@mantine/core';
import type { Sale } from '#contract/sales.ts';
import type { Dispute, RefundRequest } from '#contract/shared/refunds.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import { EvidenceNote } from './evidence-note.tsx';
import { OrderBadge } from './order-badge.tsx';

const disputeTones: Record<Dispute['state'], Tone> = {
  warning_needs_response: 'warn',
  warning_under_review: 'wait',
  warning_closed: 'quiet',
  needs_response: 'bad',
  under_review: 'wait',
  won: 'good',
  lost: 'bad',
};

/** How a sale stands: its state, and whether somebody wants the money back. */
export function SaleState({ sale, mine }: { sale: Sale; mine: boolean }) {
  return (
    <div style={{ display: 'grid', gap: 4, justifyItems: 'start' }}>
      <OrderBadge order={sale} />
      {sale.dispute && <DisputeNote dispute={sale.dispute} number={sale.number} mine={mine} />}
      {sale.request?.state === 'asked' && <Asked request={sale.request} />}
    </div>
  );
}

type Disputed = { dispute: Dispute; number: string; mine: boolean };

/** Administrators answer the bank; organizers can only give them what proves their case. */
function DisputeNote({ dispute, number, mine }: Disputed) {
  const { t } = useTranslation('sales');
  const { state, respondBy } = dispute;
  const isOpen = state === 'needs_response' || state === 'warning_needs_response';
  return (
    <>
      <StatusBadge tone={disputeTones[state]}>
        {t(mine && state === 'needs_response' ? 'dispute.disputed' : `dispute.${state}`)}
      </StatusBadge>
      {isOpen && mine && <EvidenceNote number={number} respondBy={respondBy} />}
      {isOpen && !mine && respondBy && (
        <Text size="xs" c="dimmed">
          {t('dispute.respondBy')} <When instant={respondBy} style="date" />
        </Text>
      )}
    </>
  );
}

function Asked({ request }: { request: RefundRequest }) {
  const { t } = useTranslation('sales');
  return (
    <StatusBadge tone="warn">
      {t(request.recommended ? 'request.badgeRecommended' : 'request.badge')}
    </StatusBadge>
  );
}
