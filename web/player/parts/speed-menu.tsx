import { IconGauge } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { BarMenu } from './bar-menu.tsx';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** How fast a recording plays. A live show has one speed. */
export function SpeedMenu({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const { t, language } = useTranslation('player');
  const [rate, setRate] = useState(1);
  useEffect(() => {
    const element = video.current;
    const changed = () => element && setRate(element.playbackRate);
    element?.addEventListener('ratechange', changed);
    return () => element?.removeEventListener('ratechange', changed);
  }, [video]);
  const said = (value: number) => `${formatNumber(value, language)}×`;
  return (
    <BarMenu
      label={t('speed.label', { rate: said(rate) })}
      title={t('speed.title')}
      icon={<IconGauge size={22} aria-hidden />}
      shown={rate === 1 ? undefined : said(rate)}
      options={() =>
        rates.map((value) => ({ value, label: value === 1 ? t('speed.normal') : said(value) }))
      }
      chosen={rate}
      choose={(value) => {
        if (video.current) video.current.playbackRate = value;
      }}
    />
  );
}
