import { useEffect, useRef } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Flyout } from '#web/ui/flyout.tsx';
import classes from './flyout.module.css';

function Menu({ open }: { open?: boolean }) {
  const { t } = useTranslation('previews');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) place.current?.querySelector('button')?.click();
  }, [open]);
  return (
    <div ref={place} className={classes.room} data-open={open || undefined}>
      <Flyout
        width={180}
        trigger={(props) => <ActionButton {...props}>{t('sample.choice')}</ActionButton>}
      >
        {(close) => (
          <ul className={classes.choices}>
            {(['a', 'b'] as const).map((choice) => (
              <li key={choice}>
                <button type="button" onClick={close}>
                  {t(`sample.option.${choice}`)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Flyout>
    </div>
  );
}

export const piece: Piece = {
  name: 'Flyout',
  group: 'basics',
  samples: [
    { state: 'normal', Show: () => <Menu /> },
    { state: 'open', Show: () => <Menu open /> },
  ],
};
