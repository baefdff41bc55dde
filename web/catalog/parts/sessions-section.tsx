import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  catalogContract,
  type OwnProduct,
  type OwnSession,
  type ProductType,
  type SessionForm,
} from '#contract/catalog.ts';
import { clockTypes } from '#contract/shared/product-kinds.ts';
import { sessionZone } from '#contract/shared/session-zone.ts';
import { api } from '#web/platform/api.ts';
import { formatLength, formatNumber } from '#web/platform/format.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DeskForm, FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { DateTimeField } from '#web/ui/fields.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import { CancelSession } from './cancel-session.tsx';
import { sessionLength } from './session-length.ts';
import classes from './sessions.module.css';

type NewSession = Omit<SessionForm, 'startsAt'> & { startsAt: string | null };

type Props = {
  type: ProductType;
  product: OwnProduct | null;
  take: (product: OwnProduct) => void;
  /** The product that a date is added to: a new one is saved first. */
  ensure: () => Promise<OwnProduct>;
  /** Minutes that a show lasts unless told. */
  usualMinutes: number;
};

/** The showings as saved, and a form for one more: a date that is typed is a date that is kept. */
export function SessionsSection({ product, ...props }: Props) {
  const { t } = useTranslation('catalog');
  const sessions = product?.sessions ?? [];
  const [asked, setAsked] = useState(false);
  const adding = asked || sessions.length === 0;
  return (
    <FormSection
      place="sessions"
      title={t('section.sessions')}
      text={t('section.sessionsText')}
      aside={product?.locked.includes('sessions') && <p>{t('lock.sessions')}</p>}
    >
      {sessions.length > 0 && (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <li key={session.id}>
              <SessionWords session={session} />
              {product && session.can.cancel && (
                <CancelSession product={product} session={session} take={props.take} />
              )}
              {product?.can.removeSession && (
                <RemoveButton product={product} session={session} take={props.take} />
              )}
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <AddForm key={sessions.length} {...props} product={product} done={() => setAsked(false)} />
      ) : (
        (product?.can.addSession ?? true) && (
          <div>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setAsked(true)}
            >
              {t('session.add')}
            </Button>
          </div>
        )
      )}
    </FormSection>
  );
}

function SessionWords({ session }: { session: OwnSession }) {
  const { t, language } = useTranslation('catalog');
  const { capacity, seatsHeld, tickets } = session;
  const shown = (seats: number) => formatNumber(seats, language);
  return (
    <div>
      <strong>
        <When instant={session.startsAt} zone={session.zone} />
      </strong>
      <span className={classes.quiet}>
        {sessionLength(session)}
        {' · '}
        {capacity === null
          ? t('session.taken', { count: tickets, shown: shown(tickets) })
          : t('session.takenOf', { count: capacity, taken: shown(seatsHeld) })}
      </span>
      {session.cancelledAt && (
        <span className={classes.off}>
          <StatusBadge tone="bad">{t('sale.cancelled')}</StatusBadge> {session.cancelReason}
        </span>
      )}
      {session.ambiguous && (
        <span className={classes.warn}>{t('session.ambiguous', { offset: session.offset })}</span>
      )}
    </div>
  );
}

type RemoveProps = Pick<Props, 'take'> & { product: OwnProduct; session: OwnSession };

function RemoveButton({ product, session, take }: RemoveProps) {
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
    const after = await act.run(() => api(catalogContract.removeSession, { params }), {
      done: t('session.removed'),
      stay: true,
    });
    if (after) take(after);
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      loading={act.busy}
      aria-label={t('session.remove')}
      onClick={() => void remove()}
    >
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  );
}

/** What the clock plays lasts as long as it is: nobody types it. */
function LengthOfSource({ product }: Pick<Props, 'product'>) {
  const { t } = useTranslation('catalog');
  const seconds = product?.playsSeconds ?? null;
  return (
    <TextInput
      label={t('fact.duration')}
      description={t(seconds === null ? 'session.lengthUnknown' : 'session.lengthOfSource')}
      disabled
      value={seconds === null ? '' : formatLength(seconds)}
    />
  );
}

function AddForm({
  type,
  product,
  take,
  ensure,
  usualMinutes,
  done,
}: Props & { done: () => void }) {
  const { t } = useTranslation('catalog');
  const save = async (values: NewSession) => {
    const { slug } = await ensure();
    return api(catalogContract.addSession, {
      params: { slug },
      body: { ...values, startsAt: values.startsAt ?? '' },
    });
  };
  const saved = (after: OwnProduct, { startsAt }: NewSession) => {
    const added = after.sessions.find((session) => session.startsLocal === startsAt);
    if (added?.ambiguous) {
      const message = t('session.ambiguous', { offset: added.offset });
      notify({ variant: 'warning', message });
    } else notify({ message: t('session.added') });
    done();
    take(after);
  };
  const last = product?.sessions.at(-1);
  return (
    <div className={classes.new}>
      <DeskForm
        id={`session:${product?.id ?? 'new'}`}
        initial={{
          startsAt: null as string | null,
          zone: sessionZone,
          durationMinutes: last?.durationMinutes ?? usualMinutes,
          capacity: last?.capacity ?? null,
        }}
        bar={false}
        keepData
        // After publishing a date stays for good: it is added by its button alone.
        nested={product && product.status !== 'draft' ? true : 'leaving'}
        submitLabel={t('session.save')}
        beside={
          last && (
            <Button variant="subtle" color="gray" onClick={done}>
              {t('session.cancel')}
            </Button>
          )
        }
        save={save}
        saved={saved}
      >
        <FieldRow>
          <DateTimeField name="startsAt" label={t('session.starts')} required zone={sessionZone} />
          {clockTypes.includes(type) ? (
            <LengthOfSource product={product} />
          ) : (
            <NumberField
              name="durationMinutes"
              label={t('session.minutes')}
              description={t('session.minutesHint')}
              required
              min={1}
              max={1440}
            />
          )}
          <NumberField
            name="capacity"
            label={t('session.capacity')}
            description={t('session.capacityHint')}
            min={1}
          />
        </FieldRow>
      </DeskForm>
    </div>
  );
}
