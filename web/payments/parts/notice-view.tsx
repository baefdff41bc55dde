import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type ProviderEventWhole, providerEventsContract } from '#contract/provider-events.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { Facts } from '#web/ui/facts.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { When } from '#web/ui/when.tsx';
import { NoticeState, ProviderName } from './notice-state.tsx';

type Props = { event: ProviderEventWhole };

/** One notice: what it says, what came of it, and the way to have it handled again. */
export function NoticeView({ event }: Props) {
  const { t } = useTranslation('payments');
  return (
    <>
      <PageHead
        title={event.type}
        crumbs={[
          { label: t('title'), to: '/manage/modules/media-pay' },
          { label: t('notices.title'), to: '/manage/modules/media-pay/notices' },
        ]}
        badge={<NoticeState state={event.state} />}
        actions={event.can.replay && <Again event={event} />}
      />
      <Stack gap="lg">
        <Outcome event={event} />
        <Panel title={t('notices.state')}>
          <Facts
            items={[
              { label: t('notices.provider'), value: <ProviderName name={event.provider} /> },
              { label: t('notices.name'), value: <Long>{event.eventId}</Long> },
              { label: t('notices.when'), value: <When instant={event.receivedAt} /> },
              event.orderNumber !== null && {
                label: t('notices.payment'),
                value: <Link to={`/manage/sales?q=${event.orderNumber}`}>{event.orderNumber}</Link>,
              },
            ]}
          />
        </Panel>
        <Panel title={t('notices.replays')}>
          <Replays event={event} />
        </Panel>
        <Panel title={t('notices.body')}>
          <Text size="sm" c="dimmed" mb="xs">
            {t('notices.hidden')}
          </Text>
          <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {JSON.stringify(event.body, null, 2)}
          </Code>
        </Panel>
      </Stack>
    </>
  );
}

function Long({ children }: { children: string }) {
  return <span style={{ overflowWrap: 'anywhere' }}>{children}</span>;
}

const faults = ['no_payment', 'does_not_fit', 'unreadable'] as const;

/** Why it had no effect. */
function Outcome({ event }: Props) {
  const { t } = useTranslation('payments');
  const icon = <IconAlertTriangle aria-hidden />;
  if (event.state === 'failed') {
    return (
      <Alert color="red" icon={icon} title={t('notices.error')}>
        <Long>{event.error}</Long>
      </Alert>
    );
  }
  const fault = faults.find((one) => one === event.outcome);
  if (fault) {
    return (
      <Alert color="yellow" icon={icon} title={t('notices.why')}>
        {t(`notices.outcomes.${fault}`)}
      </Alert>
    );
  }
  return event.can.replay ? null : <Text c="dimmed">{t('notices.notNotice')}</Text>;
}

function Replays({ event }: Props) {
  const { t } = useTranslation('payments');
  if (event.replays.length === 0) return <Text c="dimmed">{t('notices.nobody')}</Text>;
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {event.replays.map(({ by, at, state }) => (
        <li key={at}>
          <Long>{by}</Long> · <When instant={at} /> · <NoticeState state={state} />
        </li>
      ))}
    </Stack>
  );
}

function Again({ event }: Props) {
  const { t } = useTranslation('payments');
  const act = useAct();
  const replay = () =>
    act.run(() => api(providerEventsContract.replayProviderEvent, { params: { id: event.id } }), {
      done: t('notices.done'),
    });
  return (
    <Button
      loading={act.busy}
      leftSection={<IconRefresh size={18} aria-hidden />}
      onClick={() => void replay()}
    >
      {t('notices.again')}
    </Button>
  );
}
