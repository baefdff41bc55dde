import { ProductStatusBadge } from '#web/catalog/shared/product-status.tsx';
import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

const tones: Tone[] = ['good', 'wait', 'warn', 'bad', 'quiet', 'private', 'accent', 'live'];

function Tones() {
  const { t } = useTranslation('previews');
  return tones.map((tone) => (
    <p key={tone}>
      <StatusBadge tone={tone}>{t(`tone.${tone}`)}</StatusBadge>
    </p>
  ));
}

export const piece: Piece = {
  name: 'StatusBadge',
  group: 'basics',
  samples: [
    { state: 'normal', Show: Tones },
    { state: 'quiet', Show: () => <ProductStatusBadge status="draft" /> },
  ],
};
