import { Button, Modal } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import type { Webhook } from '#contract/integrations.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import classes from './desk.module.css';
import { ShownOnce } from './shown-once.tsx';
import { WebhookBadge } from './webhook-badge.tsx';
import { NewWebhook } from './webhook-form.tsx';
import { pageOf, type Whose } from './whose.ts';

const example = `{
  "type": "order.paid",
  "timestamp": "2026-12-01T20:15:03.000Z",
  "data": { "orderId": "…", "productIds": ["…"], "channelId": "…" }
}`;

type Props = { whose: Whose; items: Webhook[]; can: { create: boolean } };

/** The receivers, how each is doing, and the way to another one. */
export function WebhooksView({ whose, items, can }: Props) {
  const { t } = useTranslation('integrations');
  const { t: say } = useTranslation('ui');
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState('');
  const add = can.create && (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      variant={items.length === 0 ? 'filled' : 'default'}
      onClick={() => setAdding(true)}
    >
      {t('webhook.add')}
    </Button>
  );
  return (
    <div className={classes.stack}>
      {secret && (
        <ShownOnce label={t('webhook.secret')} value={secret} done={() => setSecret('')} />
      )}
      {items.length === 0 ? (
        <EmptyState
          icon={IconWebhook}
          title={t(`webhook.none.${whose}`)}
          text={t('webhook.noneText')}
          action={add}
        />
      ) : (
        <Panel title={t('webhook.list')} actions={add}>
          <RowList>
            {items.map((webhook) => (
              <WebhookRow key={webhook.id} whose={whose} webhook={webhook} />
            ))}
          </RowList>
        </Panel>
      )}
      <Panel title={t('webhook.example')}>
        <div className={classes.stack}>
          <p className={classes.line}>{t('webhook.exampleText')}</p>
          <pre className={classes.code}>{example}</pre>
        </div>
      </Panel>
      <Modal
        opened={adding}
        onClose={() => setAdding(false)}
        title={t('webhook.add')}
        size="lg"
        closeButtonProps={{ 'aria-label': say('close') }}
      >
        <NewWebhook
          whose={whose}
          made={(made) => {
            setAdding(false);
            setSecret(made);
          }}
        />
      </Modal>
    </div>
  );
}

function WebhookRow({ whose, webhook }: { whose: Whose; webhook: Webhook }) {
  const { t } = useTranslation('integrations');
  const { id, url, description, types, deliveries } = webhook;
  const { delivered, failed, waiting } = deliveries;
  return (
    <Row
      name={description || new URL(url).host}
      to={`${pageOf(whose)}?webhook=${id}`}
      badge={<WebhookBadge {...webhook} />}
      about={`${url} · ${t('webhook.hears', { count: types.length })} · ${t('webhook.counts', {
        ...{ delivered, failed, waiting },
      })}`}
    />
  );
}
