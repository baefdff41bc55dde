import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { catalogContract, type OwnProduct, type OwnSession } from '#contract/catalog.ts';
import { sessionZone } from '#contract/shared/session-zone.ts';
import { api } from '#web/platform/api.ts';
import { formatNumber } from '#web/platform/format.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { DateTimeField } from '#web/ui/fields.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { When } from '#web/ui/when.tsx';
import { Duration } from './duration.tsx';
import { blankSession, type NewSession } from './new-sessions-section.tsx';
import classes from './sessions.module.css';

type Props = { product: OwnProduct };

/** The showings as saved, and a form for one more. */
export function SessionsPanel({ product }: Props) {
  const { t } = useTranslation('catalog');
  const [adding, setAdding] = useState(product.sessions.length === 0);
  return (
    <Panel title={t('section.sessions')}>
      {product.sessions.length === 0 && <p className={classes.none}>{t('session.none')}</p>}
      <ul className={classes.list}>
        {product.sessions.map((session) => (
          <li key={session.id}>
            <SessionWords session={session} />
            {product.can.removeSession && <RemoveButton product={product} session={session} />}
          </li>
        ))}
      </ul>
      {product.locked.includes('sessions') && <p className={classes.none}>{t('lock.sessions')}</p>}
      {product.can.addSession &&
        (adding ? (
          <AddForm product={product} done={() => setAdding(false)} />
        ) : (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('session.add')}
          </Button>
        ))}
    </Panel>
  );
}

function SessionWords({ session }: { session: OwnSession }) {
  const { t, language } = useTranslation('catalog');
  const { capacity, seatsHeld, tickets, durationMinutes } = session;
  const shown = (seats: number) => formatNumber(seats, language);
  return (
    <div>
      <strong>
        <When instant={session.startsAt} zone={session.zone} />
      </strong>
      <span className={classes.quiet}>
        <Duration minutes={durationMinutes} />
        {' · '}
        {capacity === null
          ? t('session.taken', { count: tickets, shown: shown(tickets) })
          : t('session.takenOf', { taken: shown(seatsHeld), capacity: shown(capacity) })}
      </span>
      {session.ambiguous && (
        <span className={classes.warn}>{t('session.ambiguous', { offset: session.offset })}</span>
      )}
    </div>
  );
}

function RemoveButton({ product, session }: Props & { session: OwnSession }) {
  const { t } = useTranslation('catalog');
  const act = useAct();
  const confirm = useConfirm();
  const remove = async () => {
    const sure = await confirm({
      title: t('session.removeAsk'),
      confirmLabel: t('session.remove'),
      danger: true,
    });
    if (!sure) return;
    const params = { slug: product.slug, sessionId: session.id };
    await act.run(() => api(catalogContract.removeSession, { params }), {
      done: t('session.removed'),
    });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={act.busy}
      aria-label={t('session.remove')}
      onClick={() => void remove()}
    >
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  );
}

function AddForm({ product, done }: Props & { done: () => void }) {
  const { t } = useTranslation('catalog');
  const save = (values: NewSession) =>
    api(catalogContract.addSession, {
      params: { slug: product.slug },
      body: { ...values, startsAt: values.startsAt ?? '' },
    });
  const saved = (after: OwnProduct, { startsAt }: NewSession) => {
    const added = after.sessions.find((session) => session.startsLocal === startsAt);
    if (added?.ambiguous) {
      const message = t('session.ambiguous', { offset: added.offset });
      notify({ variant: 'warning', message });
    } else notify({ message: t('session.added') });
    done();
  };
  return (
    <div className={classes.new}>
      <DeskForm
        id={`session:${product.id}`}
        initial={blankSession}
        bar={false}
        submitLabel={t('session.save')}
        beside={
          product.sessions.length > 0 && (
            <Button variant="subtle" color="gray" onClick={done}>
              {t('session.cancel')}
            </Button>
          )
        }
        save={save}
        saved={saved}
      >
        <DateTimeField name="startsAt" label={t('session.starts')} required zone={sessionZone} />
        <NumberField
          name="durationMinutes"
          label={t('session.minutes')}
          description={t('session.minutesHint')}
          required
          min={1}
          max={1440}
        />
        <NumberField
          name="capacity"
          label={t('session.capacity')}
          description={t('session.capacityHint')}
          min={1}
        />
      </DeskForm>
    </div>
  );
}
