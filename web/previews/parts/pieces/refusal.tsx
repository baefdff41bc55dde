import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { Refusal } from '#web/ui/refusal.tsx';

function Refused() {
  const { t } = useTranslation('previews');
  return <Refusal title={t('sample.refused')}>{t('sample.refusedField')}</Refusal>;
}

export const piece: Piece = {
  name: 'Refusal',
  group: 'states',
  samples: [{ state: 'error', Show: Refused }],
};
