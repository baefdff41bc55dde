import { IconBadgeCc } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import { BarMenu } from './bar-menu.tsx';
import { type Captions, noCaptions } from './use-captions.ts';

/** Captions in the languages that the show brings. One without any says so: nobody has to guess. */
export function CaptionsMenu({ captions }: { captions: Captions }) {
  const { t } = useTranslation('player');
  const { tracks, shown, show } = captions;
  const on = tracks.find(({ id }) => id === shown);
  return (
    <BarMenu
      label={on ? t('captions.on', { language: on.label }) : t('captions.off')}
      title={t('captions.title')}
      icon={<IconBadgeCc size={22} stroke={on ? 2.6 : 1.8} aria-hidden />}
      options={() => [
        { value: noCaptions, label: t('captions.none') },
        ...tracks.map(({ id, label }) => ({ value: id, label })),
      ]}
      chosen={shown}
      choose={show}
      note={tracks.length === 0 ? t('captions.missing') : undefined}
    />
  );
}
