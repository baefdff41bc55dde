import { IconBell } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { BarButton } from '#web/ui/bar-button.tsx';

function Bar({ disabled }: { disabled?: boolean }) {
  const { t } = useTranslation('ui');
  return (
    <BarButton label={t('notices')} disabled={disabled}>
      <IconBell size={22} aria-hidden />
    </BarButton>
  );
}

export const piece: Piece = {
  name: 'BarButton',
  group: 'basics',
  samples: [
    { state: 'normal', Show: () => <Bar /> },
    { state: 'disabled', Show: () => <Bar disabled /> },
  ],
};
