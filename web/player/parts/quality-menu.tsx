import { IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { BarMenu } from './bar-menu.tsx';
import type { Quality } from './hls-source.ts';

type Props = { qualities: Quality[]; height: number; choose: (level: number) => void };
const auto = -1;

/** Which picture: as the line allows, or one height. */
export function QualityMenu({ qualities, height, choose }: Props) {
  const { t } = useTranslation('player');
  const [chosen, setChosen] = useState(auto);
  if (qualities.length < 2) return null;
  const shown = height ? `${height}p` : '';
  return (
    <BarMenu
      label={t('quality.label', { height: shown || t('quality.auto') })}
      title={t('quality.title')}
      icon={<IconSettings size={22} aria-hidden />}
      shown={shown}
      options={() => [
        { value: auto, label: shown ? t('quality.autoNow', { height: shown }) : t('quality.auto') },
        ...qualities.map((one) => ({ value: one.level, label: `${one.height}p` })),
      ]}
      chosen={chosen}
      choose={(level) => {
        setChosen(level);
        choose(level);
      }}
    />
  );
}
