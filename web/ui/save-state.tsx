import { IconAlertTriangle, IconCloudCheck, IconCloudUp, IconPencil } from '@tabler/icons-react';
import { sentenceFor, toldBy } from '#web/platform/error-words.ts';
import { formatClock } from '#web/platform/format.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './save-state.module.css';
import { useSaver } from './use-autosave.ts';

/** How the saving of this form by itself stands, said calmly. `idle`: before anything was typed. */
export function SaveState({ idle }: { idle: string }) {
  const { t, language } = useTranslation('ui');
  const zone = useViewerZone();
  const { state, leftOut } = useSaver();
  if (state.is === 'failed') {
    const isOffline = toldBy(state.error).code === 'NETWORK';
    return (
      <p className={classes.state} role="status" data-failed>
        <IconAlertTriangle size={18} aria-hidden />
        {isOffline
          ? t('autosave.offline')
          : t('autosave.failed', { reason: sentenceFor(state.error) })}
      </p>
    );
  }
  const Icon =
    state.is === 'saving' ? IconCloudUp : state.is === 'saved' ? IconCloudCheck : IconPencil;
  return (
    <p className={classes.state} role="status">
      <Icon size={18} aria-hidden />
      {state.is === 'idle' && idle}
      {state.is === 'saving' && t('autosave.saving')}
      {state.is === 'saved' &&
        (leftOut > 0
          ? t('autosave.partly', { count: leftOut })
          : t('autosave.saved', { time: formatClock(state.at, { language, zone }) }))}
    </p>
  );
}
