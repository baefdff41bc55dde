import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { confirm } from '#web/ui/confirm.tsx';

function Ask({ danger, reason }: { danger?: boolean; reason?: boolean }) {
  const { t } = useTranslation('ui');
  const ask = () =>
    confirm({
      title: t('form.leave.title'),
      text: t('form.leave.text'),
      danger,
      ...(reason ? { reason: { label: t('notice.warning'), required: true } } : {}),
    });
  return <ActionButton onClick={() => void ask()}>{t('confirm')}</ActionButton>;
}

export const piece: Piece = {
  name: 'Confirm',
  group: 'states',
  samples: [
    { state: 'normal', Show: () => <Ask /> },
    { state: 'warning', Show: () => <Ask danger /> },
    { state: 'missing', Show: () => <Ask reason /> },
  ],
};
