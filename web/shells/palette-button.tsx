import { IconListSearch } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import { BarButton } from '#web/ui/bar-button.tsx';
import { openPalette } from './palette-door.ts';

/** Quick access for who has no keyboard at hand. */
export function PaletteButton() {
  const { t } = useTranslation('shells');
  return (
    <BarButton
      label={t('palette.open')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
    >
      <IconListSearch size={21} aria-hidden />
    </BarButton>
  );
}
