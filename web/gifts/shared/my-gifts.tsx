import { Button, Group, Text } from '@mantine/core';
import { IconMail, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { type GiftState, type GivenGift, giftsContract } from '#contract/gifts.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { DeskForm, FieldRow } from '#web/ui/desk-form.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { PageLinks } from '#web/ui/page-links.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { pageIn } from '#web/ui/table-query.ts';
import { When } from '#web/ui/when.tsx';

const tones: Record<GiftState, Tone> = {
  waiting: 'wait',
  accepted: 'good',
  expired: 'warn',
  ended: 'quiet',
};

type Page = { items: GivenGift[]; page: number; size: number; total: number };

/** In the address: which page of the gifts is shown beside what else is there. */
const place = 'gifts';

/** What a page with the gifts asks for. */
export const giftsQuery = (request: Request) => ({
  page: pageIn(request.url, place),
  size: 10,
});

/** The gifts that somebody gave: how each stands, and a way to correct an address. */
export function MyGifts({ gifts }: { gifts: Page }) {
  const { t } = useTranslation('gifts');
  const [address] = useSearchParams();
  if (gifts.total === 0) return null;
  const addressOf = (page: number) => {
    const other = new URLSearchParams(address);
    other.set(place, String(page));
    return `?${other}`;
  };
  return (
    <Panel title={t('mine.title')}>
      <RowList>
        {gifts.items.map((gift) => (
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
      <PageLinks page={gifts} addressOf={addressOf} label={t('mine.pages')} stay />
    </Panel>
  );
}

function About({ gift }: { gift: GivenGift }) {
  const { t } = useTranslation('gifts');
  const { name, email, state, sentAt, sendAt, acceptedAt, expiresAt, can } = gift;
  return (
    <>
      <Text component="span" size="sm" display="block" style={{ overflowWrap: 'anywhere' }}>
        {email ? t('mine.to', { name, email }) : t(can.change ? 'mine.toNobody' : 'mine.toGone')}
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
  const of = { title: gift.product.title, name: gift.name };
  return (
    <>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-expanded={open}
          aria-label={gift.name ? t('mine.changeOf', of) : t('mine.changeOfNobody', of)}
          onClick={() => setOpen(!open)}
        >
          {t('mine.change')}
        </Button>
        {gift.can.send && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={act.busy}
            aria-label={t('mine.sendOf', of)}
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={() =>
              void act.run(() => api(giftsContract.sendGift, { params }), { done: t('mine.again') })
            }
          >
            {t('mine.send')}
          </Button>
        )}
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
