import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { accountsContract, type LogIn } from '#contract/accounts.ts';
import { deviceName } from '#web/accounts/parts/device-name.ts';
import { PushLine } from '#web/notices/shared/push-line.tsx';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './my-data.module.css';

/** Every browser that is logged in, with a way to end those that one has not at hand. */
export function DevicesPanel({ logIns }: { logIns: LogIn[] }) {
  const { t } = useTranslation('accounts');
  const act = useAct();
  const end = (id: string) =>
    act.run(() => api(accountsContract.endLogIn, { params: { id } }), { done: t('devices.ended') });
  return (
    <Panel title={t('devices.title')}>
      <ul className={classes.devices}>
        {logIns.map((logIn) => {
          const device = deviceName(logIn.device) || t('devices.unknown');
          const Icon = /mobile|android|iphone/i.test(logIn.device)
            ? IconDeviceMobile
            : IconDeviceDesktop;
          return (
            <li key={logIn.id}>
              <Icon size={24} stroke={1.6} aria-hidden />
              <div className={classes.device}>
                <strong>{device}</strong>
                <span>
                  {t('devices.since')} <When instant={logIn.createdAt} style="date" />,{' '}
                  {t('devices.lastUsed')} <When instant={logIn.lastUsedAt} style="short" />
                </span>
              </div>
              {logIn.current ? (
                <StatusBadge tone="good">{t('devices.current')}</StatusBadge>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  loading={act.busy}
                  aria-label={t('devices.endLabel', { device })}
                  onClick={() => void end(logIn.id)}
                >
                  {t('devices.end')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <PushLine text={t('devices.push')} canStop />
    </Panel>
  );
}
