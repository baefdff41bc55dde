import { useId } from 'react';
import type { ProductDetail } from '#contract/catalog.ts';
import { formatDate } from '#web/platform/format.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';
import { When } from '#web/ui/when.tsx';
import classes from './buy-panel.module.css';
import { Seats } from './seats.tsx';
import { inGroups } from './session-groups.ts';

type Session = ProductDetail['sessions'][number];
type Props = { sessions: Session[]; chosen: string | undefined };

/** From this many on they stand below the name of their month. */
const many = 7;

/** Which of several dates: one radio each. */
export function SessionChoice({ sessions, chosen }: Props) {
  const { t, language } = useTranslation('catalog');
  const zone = useViewerZone();
  const monthOf = ({ startsAt }: Session) =>
    formatDate(startsAt, { language, zone, style: 'month' });
  const groups =
    sessions.length < many ? [{ name: '', of: sessions }] : inGroups(sessions, monthOf);
  return (
    <fieldset className={classes.choice}>
      <legend>{t('buy.choose')}</legend>
      {groups.map(({ name, of }) => (
        <Month key={name} name={name}>
          {of.map((session) => (
            <Option key={session.id} session={session} chosen={session.id === chosen} />
          ))}
        </Month>
      ))}
    </fieldset>
  );
}

function Month({ name, children }: { name: string; children: React.ReactNode }) {
  const id = useId();
  if (name === '') return <>{children}</>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read twice
    <div role="group" aria-labelledby={id} className={classes.month}>
      <p id={id} className={classes.monthName}>
        {name}
      </p>
      {children}
    </div>
  );
}

function Option({ session, chosen }: { session: Session; chosen: boolean }) {
  return (
    <label className={classes.option}>
      <input
        type="radio"
        name="session"
        value={session.id}
        defaultChecked={chosen}
        disabled={!session.open}
      />
      <span>
        <When instant={session.startsAt} />
        <Seats session={session} />
      </span>
    </label>
  );
}
