import { Button, Group, Text } from '@mantine/core';
import { IconMail, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { type GiftState, type GivenGift, giftsContract } from '#contract/gifts.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { DeskForm, FieldRow } from '#web/ui/desk-form.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';

const tones: Record<GiftState, Tone> = {
  waiting: 'wait',
  accepted: 'good',
  expired: 'warn',
  ended: 'quiet',
};

/** The gifts that somebody gave: how each stands, and a way to correct an address. */
export function MyGifts({ gifts }: { gifts: GivenGift[] }) {
  const { t } = useTranslation('gifts');
  if (gifts.length === 0) return null;
  return (
    <Panel title={t('mine.title')}>
      <RowList>
        {gifts.map((gift) => (
          <Row
            key={gift.id}
            name={gift.product.title}
            to={`/products/${gift.product.slug}`}
            badge={<StatusBadge tone={tones[gift.state]}>{t(`mine.${gift.state}`)}</StatusBadge>}
            about={<About gift={gift} />}
            act={gift.can.change && <Acts gift={gift} />}
          />
        ))}
      </RowList>
    </Panel>
  );
}

function About({ gift }: { gift: GivenGift }) {
  const { t } = useTranslation('gifts');
  const { name, email, state, sentAt, sendAt, acceptedAt, expiresAt } = gift;
  return (
    <>
      <Text component="span" size="sm" display="block" style={{ overflowWrap: 'anywhere' }}>
        {t('mine.to', { name, email })}
      </Text>
      <Text component="span" size="sm" c="dimmed" display="block">
        {state === 'waiting' && (
          <>
            {sentAt ? t('mine.sent') : t('mine.willSend')} <When instant={sentAt ?? sendAt} />
            {' · '}
            {t('mine.until')} <When instant={expiresAt} />
          </>
        )}
        {acceptedAt && state === 'accepted' && (
          <>
            {t('mine.acceptedAt')} <When instant={acceptedAt} />
          </>
        )}
      </Text>
    </>
  );
}

function Acts({ gift }: { gift: GivenGift }) {
  const { t } = useTranslation('gifts');
  const [open, setOpen] = useState(false);
  const act = useAct();
  const { revalidate } = useRevalidator();
  const params = { id: gift.id };
  return (
    <>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('mine.change')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          loading={act.busy}
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() =>
            void act.run(() => api(giftsContract.sendGift, { params }), { done: t('mine.again') })
          }
        >
          {t('mine.send')}
        </Button>
      </Group>
      {open && (
        <DeskForm
          id={`gift:${gift.id}`}
          initial={{ name: gift.name, email: gift.email }}
          bar={false}
          submitLabel={t('mine.save')}
          save={(body) => api(giftsContract.changeGift, { params, body })}
          saved={() => {
            notify({ message: t('mine.changed') });
            setOpen(false);
            void revalidate();
          }}
        >
          <FieldRow>
            <TextField name="name" label={t('fields.name')} required maxLength={80} />
            <TextField name="email" label={t('fields.email')} type="email" required />
          </FieldRow>
        </DeskForm>
      )}
    </>
  );
}
