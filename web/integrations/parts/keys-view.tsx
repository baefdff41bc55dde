import { Button, Modal } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type ApiKey, apiKeysContract } from '#contract/api-keys.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './desk.module.css';
import { NewKey } from './key-form.tsx';
import { ShownOnce } from './shown-once.tsx';

type Props = { items: ApiKey[]; can: { create: boolean }; site: string };

/** The keys by which one's own programs ask, and the way to another one. */
export function KeysView({ items, can, site }: Props) {
  const { t } = useTranslation('integrations');
  const { t: say } = useTranslation('ui');
  const [adding, setAdding] = useState(false);
  const [key, setKey] = useState('');
  const add = can.create && (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      variant={items.length === 0 ? 'filled' : 'default'}
      onClick={() => setAdding(true)}
    >
      {t('key.add')}
    </Button>
  );
  return (
    <div className={classes.stack}>
      {key && <ShownOnce label={t('key.one')} value={key} done={() => setKey('')} />}
      {items.length === 0 ? (
        <EmptyState
          icon={IconKey}
          title={t('key.none')}
          text={t(can.create ? 'key.noneText' : 'key.notYours')}
          action={add}
        />
      ) : (
        <Panel title={t('key.list')} actions={add}>
          <RowList>
            {items.map((one) => (
              <KeyRow key={one.id} apiKey={one} />
            ))}
          </RowList>
        </Panel>
      )}
      <Panel title={t('key.example')}>
        <div className={classes.stack}>
          <p className={classes.line}>{t('key.exampleText')}</p>
          <pre className={classes.code}>
            {`curl -H "Authorization: Bearer platea_…" ${site}/api/desk/products`}
          </pre>
          <p className={classes.quiet}>
            <a href="/api/docs">{t('key.docs')}</a>
          </p>
        </div>
      </Panel>
      <Modal
        opened={adding}
        onClose={() => setAdding(false)}
        title={t('key.add')}
        size="lg"
        closeButtonProps={{ 'aria-label': say('close') }}
      >
        <NewKey
          made={(made) => {
            setAdding(false);
            setKey(made);
          }}
        />
      </Modal>
    </div>
  );
}

const tones = { good: 'good', ended: 'quiet', revoked: 'quiet' } as const;

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('integrations');
  const { id, name, hint, scopes, state, lastUsedAt, endsAt, can } = apiKey;
  const act = useAct();
  const confirm = useConfirm();
  const revoke = async () => {
    const [title, text] = [t('revoke.title', { name }), t('revoke.text')];
    if (!(await confirm({ title, text, confirmLabel: t('revoke.do'), danger: true }))) return;
    await act.run(() => api(apiKeysContract.revokeApiKey, { params: { id } }), {
      done: t('revoke.done'),
    });
  };
  return (
    <Row
      name={name}
      badge={<StatusBadge tone={tones[state]}>{t(`keyState.${state}`)}</StatusBadge>}
      about={
        <>
          <span className="figures">{hint}</span> · {scopes.join(', ')} ·{' '}
          {lastUsedAt ? (
            <>
              {t('key.used')} <When instant={lastUsedAt} style="short" />
            </>
          ) : (
            t('key.unused')
          )}
          {endsAt && (
            <>
              {' '}
              · {t('key.ends')} <When instant={endsAt} style="date" />
            </>
          )}
        </>
      }
      act={
        can.revoke && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('revoke.title', { name })}
            loading={act.busy}
            onClick={() => void revoke()}
          >
            {t('revoke.do')}
          </Button>
        )
      }
    />
  );
}
