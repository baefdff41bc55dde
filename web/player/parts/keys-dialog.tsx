import { IconX } from '@tabler/icons-react';
import { type RefObject, useId } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './keys-dialog.module.css';
import { deedsOf, keyDeeds } from './player-keys.ts';

const caps: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

type Props = { dialog: RefObject<HTMLDialogElement | null>; live: boolean };

/** The keys of the player. The browser's own dialog: it also stands over a full screen. */
export function KeysDialog({ dialog, live }: Props) {
  const { t } = useTranslation('player');
  const id = useId();
  const named = (key: string) => (key === ' ' ? t('keys.space') : (caps[key] ?? key.toUpperCase()));
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{t('keys.title')}</h2>
        <button type="button" aria-label={t('keys.close')} onClick={() => dialog.current?.close()}>
          <IconX size={20} aria-hidden />
        </button>
      </div>
      <dl className={classes.list}>
        {deedsOf(live).map((deed) => (
          <div key={deed}>
            <dt>
              {keyDeeds[deed].map((key) => (
                <kbd key={key}>{named(key)}</kbd>
              ))}
            </dt>
            <dd>{t(`keys.${deed}`)}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
