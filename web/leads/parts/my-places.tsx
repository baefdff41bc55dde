import type { MyPlace } from '#contract/interest.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { When } from '#web/ui/when.tsx';
import classes from '../shared/leads.module.css';

type Props = {
  slug: string;
  places: MyPlace[];
  busy: boolean;
  line: (sessionId: string, joins: boolean) => Promise<void>;
};

/** The sold-out sessions of a product: to be waited for, with one's number, or with a seat that is held. */
export function MyPlaces({ places, ...rest }: Props) {
  const { t } = useTranslation('leads');
  return (
    <section className={classes.box} aria-label={t('line.title')}>
      <h2 className={classes.head}>{t('line.title')}</h2>
      <ul className={classes.lines}>
        {places.map((place) => (
          <Place key={place.sessionId} place={place} {...rest} />
        ))}
      </ul>
      <p className={classes.small}>{t('line.seen')}</p>
    </section>
  );
}

function Place({ place, slug, busy, line }: Omit<Props, 'places'> & { place: MyPlace }) {
  const { t } = useTranslation('leads');
  const { sessionId, startsAt, state, number, until, can } = place;
  return (
    <li className={classes.line} data-offered={can.buy || undefined}>
      <p className={classes.when}>
        <When instant={startsAt} />
      </p>
      {state === 'waiting' && number !== null && <p>{t('line.number', { number })}</p>}
      {state === 'offered' && until && (
        <p>
          {t('line.held')} <When instant={until} style="short" />
        </p>
      )}
      {state === 'taken' && <p>{t('line.taken')}</p>}
      <div className={classes.acts}>
        {can.join && (
          <ActionButton wide busy={busy} onClick={() => void line(sessionId, true)}>
            {t('line.join')}
          </ActionButton>
        )}
        {can.buy && (
          <ActionLink to={`/products/${slug}/checkout?session=${sessionId}`} wide>
            {t('line.buy')}
          </ActionLink>
        )}
        {can.leave && (
          <button
            type="button"
            className={classes.text}
            disabled={busy}
            onClick={() => void line(sessionId, false)}
          >
            {t(state === 'offered' ? 'line.decline' : 'line.leave')}
          </button>
        )}
      </div>
    </li>
  );
}
