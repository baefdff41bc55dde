import { IconMoon, IconSun } from '@tabler/icons-react';
import { chooseScheme, useScheme } from '#web/platform/scheme.ts';
import { useTranslation } from '#web/platform/words.ts';
import { BarButton } from '#web/ui/bar-button.tsx';

export function SchemeToggle() {
  const { t } = useTranslation('ui');
  const scheme = useScheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  const Icon = scheme === 'dark' ? IconSun : IconMoon;
  return (
    <BarButton label={t(`scheme.${other}`)} onClick={() => chooseScheme(other)}>
      <Icon size={20} aria-hidden />
    </BarButton>
  );
}
