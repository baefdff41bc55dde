import { type NoticeVariant, notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { ActionButton } from '#web/ui/action.tsx';

/** Each its own: the same one is not stacked twice. */
const messages = { success: 'lead', warning: 'sample.hint', error: 'sample.refused' } as const;

function Tell({ variant }: { variant: NoticeVariant }) {
  const { t } = useTranslation('previews');
  const { t: say } = useTranslation('ui');
  return (
    <ActionButton onClick={() => notify({ variant, message: t(messages[variant]) })}>
      {say(`notice.${variant}`)}
    </ActionButton>
  );
}

export const piece: Piece = {
  name: 'NoticeList',
  group: 'states',
  samples: [
    { state: 'normal', Show: () => <Tell variant="success" /> },
    { state: 'warning', Show: () => <Tell variant="warning" /> },
    { state: 'error', Show: () => <Tell variant="error" /> },
  ],
};
