import type { ProductStatus } from '#contract/catalog.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';

const tones: Record<ProductStatus, Tone> = {
  draft: 'quiet',
  published: 'good',
  private: 'private',
};

/** The state of a product in one word and a sign. */
export function ProductStatusBadge({ status }: { status: ProductStatus }) {
  const { t } = useTranslation('catalog');
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}
