import { IconBellPlus, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { MyInterest } from '#contract/interest.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionButton } from '#web/ui/action.tsx';
import classes from '../shared/leads.module.css';
import { GuestForm } from './guest-form.tsx';

type Props = {
  of: 'product' | 'channel';
  slug: string;
  /** Beside a waiting list, which tells of the dates that there are. */
  besideLine?: boolean;
  /** Null: a guest, or not known yet. */
  interest: MyInterest | null;
  isIn: boolean;
  busy: boolean;
  tell: (wanted: boolean) => void;
};

/** One press for whoever is logged in; an address and their agreement from everybody else. */
export function TellMe({ of, slug, besideLine = false, interest, isIn, busy, tell }: Props) {
  const told = besideLine ? 'dates' : of;
  const { t } = useTranslation('leads');
  const [isOpen, setIsOpen] = useState(false);
  if (interest?.asked) {
    return (
      <p className={classes.done}>
        <IconCheck size={18} aria-hidden />
        {t(`tell.${told}.asked`)}
        {interest.can.withdraw && (
          <button
            type="button"
            className={classes.text}
            disabled={busy}
            onClick={() => tell(false)}
          >
            {t('tell.withdraw')}
          </button>
        )}
      </p>
    );
  }
  if (isIn && interest && !interest.can.ask) return null;
  if (isOpen && !isIn) return <GuestForm of={of} slug={slug} />;
  return (
    <>
      <ActionButton
        wide
        quiet
        busy={busy}
        onClick={() => {
          if (isIn) tell(true);
          else setIsOpen(true);
        }}
      >
        <IconBellPlus size={18} aria-hidden />
        {t(`tell.${told}.ask`)}
      </ActionButton>
      <p className={classes.small}>{t('tell.seen')}</p>
    </>
  );
}
