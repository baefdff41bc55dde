import { IconTicket } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { EmptyState, ErrorState, Forbidden, NotFound } from '#web/ui/states.tsx';

function Empty() {
  const { t } = useTranslation('previews');
  return (
    <EmptyState
      icon={IconTicket}
      title={t('sample.noTickets')}
      text={t('sample.noTicketsText')}
      action={<ActionLink to="/">{t('sample.seeShows')}</ActionLink>}
    />
  );
}

export const piece: Piece = {
  name: 'EmptyState, ErrorState',
  group: 'states',
  samples: [
    { state: 'empty', Show: Empty },
    { state: 'error', Show: () => <ErrorState error={null} onRetry={() => {}} /> },
    { state: 'forbidden', Show: Forbidden },
    { state: 'notFound', Show: NotFound },
  ],
};
