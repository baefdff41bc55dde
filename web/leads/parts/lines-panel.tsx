import type { WaitingLine } from '#contract/leads.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './leads-desk.module.css';

/** Who waits in front of each sold-out session, and for whom a seat is held. */
export function LinesPanel({ lines }: { lines: WaitingLine[] }) {
  const { t } = useTranslation('leads');
  return (
    <Panel title={t('lines.title')}>
      {lines.length === 0 ? (
        <p>{t('lines.none')}</p>
      ) : (
        <div className={classes.lines}>
          {lines.map((line) => (
            <Line key={line.session.id} line={line} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function Line({ line: { product, session, waiting, offered, places } }: { line: WaitingLine }) {
  const { t } = useTranslation('leads');
  return (
    <section className={classes.line} aria-label={product.title}>
      <h3>{product.title}</h3>
      <p>
        <When instant={session.startsAt} style="short" /> · {t('lines.waiting', { count: waiting })}
        {offered > 0 && <> · {t('lines.offered', { count: offered })}</>}
      </p>
      <RowList scrolls={places.length > 8}>
        {places.map((place) => (
          <Row
            key={place.id}
            name={place.name || place.email}
            badge={
              <StatusBadge tone={place.state === 'waiting' ? 'quiet' : 'wait'}>
                {place.number === null
                  ? t(`place.${place.state}`)
                  : t('place.number', { number: place.number })}
              </StatusBadge>
            }
            about={
              <>
                {place.name && `${place.email} · `}
                {place.until ? (
                  <>
                    {t('place.until')} <When instant={place.until} style="short" />
                  </>
                ) : (
                  <>
                    {t('place.since')} <When instant={place.joinedAt} style="short" />
                  </>
                )}
              </>
            }
          />
        ))}
      </RowList>
    </section>
  );
}
