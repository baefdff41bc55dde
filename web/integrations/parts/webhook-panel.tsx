import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Webhook } from '#contract/integrations.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './desk.module.css';
import { ShownOnce } from './shown-once.tsx';
import { WebhookBadge } from './webhook-badge.tsx';
import { ChangeWebhook } from './webhook-form.tsx';
import { endpointsOf, pageOf, type Whose } from './whose.ts';

type Props = { whose: Whose; webhook: Webhook };

/** One receiver: what it hears, how it stands, and what can be done with it. */
export function WebhookPanel({ whose, webhook }: Props) {
  const { t } = useTranslation('integrations');
  const [secret, setSecret] = useState('');
  const { state, failingSince, oldSecretUntil } = webhook;
  const since = failingSince !== null && <When instant={failingSince} style="short" />;
  const until = oldSecretUntil !== null && <When instant={oldSecretUntil} style="short" />;
  return (
    <div className={classes.stack}>
      {secret && (
        <ShownOnce label={t('webhook.secret')} value={secret} done={() => setSecret('')} />
      )}
      <Panel title={t('webhook.about')} actions={<WebhookBadge {...webhook} />}>
        <div className={classes.stack}>
          {state !== 'on' && <p className={classes.line}>{t(`because.${state}`)}</p>}
          <Facts
            items={[
              { label: t('webhook.url'), value: webhook.url },
              { label: t('webhook.types'), value: webhook.types.join(', ') },
              since && { label: t('webhook.failingSince'), value: since },
              until && { label: t('webhook.oldSecretUntil'), value: until },
            ]}
          />
          <Deeds whose={whose} webhook={webhook} shown={setSecret} />
        </div>
      </Panel>
    </div>
  );
}

type DeedsProps = Props & { shown: (secret: string) => void };

function Deeds({ whose, webhook, shown }: DeedsProps) {
  const { t } = useTranslation('integrations');
  const { t: say } = useTranslation('ui');
  const [changing, setChanging] = useState(false);
  const act = useAct();
  const endpoints = endpointsOf(whose);
  const params = { id: webhook.id };
  const { can } = webhook;
  const turn = (on: boolean) =>
    act.run(() => api(endpoints.change, { params, body: { on } }), {
      done: t(on ? 'webhook.enabled' : 'webhook.disabled'),
    });
  const test = () => act.run(() => api(endpoints.test, { params }), { done: t('webhook.tested') });
  return (
    <div className={classes.acts}>
      {can.test && (
        <Button loading={act.busy} onClick={() => void test()}>
          {t('webhook.test')}
        </Button>
      )}
      {can.enable && (
        <Button loading={act.busy} onClick={() => void turn(true)}>
          {t('webhook.enable')}
        </Button>
      )}
      {can.edit && (
        <Button variant="default" onClick={() => setChanging(true)}>
          {t('webhook.change')}
        </Button>
      )}
      {can.disable && (
        <Button variant="default" loading={act.busy} onClick={() => void turn(false)}>
          {t('webhook.disable')}
        </Button>
      )}
      <Risky {...{ whose, webhook, shown }} />
      <Modal
        opened={changing}
        onClose={() => setChanging(false)}
        title={t('webhook.change')}
        size="lg"
        closeButtonProps={{ 'aria-label': say('close') }}
      >
        <ChangeWebhook whose={whose} webhook={webhook} saved={() => setChanging(false)} />
      </Modal>
    </div>
  );
}

/** What is asked for twice. */
function Risky({ whose, webhook, shown }: DeedsProps) {
  const { t } = useTranslation('integrations');
  const act = useAct();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const endpoints = endpointsOf(whose);
  const params = { id: webhook.id };
  const rotate = async () => {
    const [title, text] = [t('rotate.title'), t('rotate.text')];
    if (!(await confirm({ title, text, confirmLabel: t('rotate.do') }))) return;
    const answer = await act.run(() => api(endpoints.rotate, { params }));
    if (answer) shown(answer.secret);
  };
  const remove = async () => {
    const [title, text] = [t('remove.title'), t('remove.text')];
    if (!(await confirm({ title, text, confirmLabel: t('remove.do'), danger: true }))) return;
    const done = { done: t('remove.done'), stay: true };
    const gone = await act.run(async () => {
      await api(endpoints.remove, { params });
      return true;
    }, done);
    if (gone) await navigate(pageOf(whose));
  };
  return (
    <>
      {webhook.can.rotate && (
        <Button variant="default" loading={act.busy} onClick={() => void rotate()}>
          {t('rotate.do')}
        </Button>
      )}
      {webhook.can.delete && (
        <Button variant="subtle" color="red" loading={act.busy} onClick={() => void remove()}>
          {t('remove.do')}
        </Button>
      )}
    </>
  );
}
