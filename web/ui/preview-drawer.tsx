import { Anchor, Drawer, SegmentedControl } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './preview-drawer.module.css';
import { type Device, PreviewFrame } from './preview-frame.tsx';
import { ErrorState } from './states.tsx';

type Props = {
  /** The page itself, for a window of its own. */
  address: string;
  close: () => void;
  /** What went wrong with asking for it, or null. */
  error: unknown;
  /** The page; nothing while it is on its way. */
  children: ReactNode;
};

/** A public page as a viewer would see it, on a phone or a computer, beside the desk. */
export function PreviewDrawer({ address, close, error, children }: Props) {
  const { t } = useTranslation('ui');
  const [device, setDevice] = useState<Device>('phone');
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="min(72rem, 100vw)"
      title={t('preview.title')}
      closeButtonProps={{ 'aria-label': t('preview.close') }}
    >
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={t('preview.width')}
          value={device}
          onChange={(next) => setDevice(next as Device)}
          data={[
            {
              value: 'phone',
              label: <Choice icon={IconDeviceMobile}>{t('preview.phone')}</Choice>,
            },
            {
              value: 'desktop',
              label: <Choice icon={IconDeviceDesktop}>{t('preview.desktop')}</Choice>,
            },
          ]}
        />
        <Anchor href={address} target="_blank" className={classes.out}>
          {t('preview.own')}
          <IconExternalLink size={16} aria-hidden />
        </Anchor>
      </div>
      {error !== null && <ErrorState error={error} />}
      {children && (
        <PreviewFrame device={device} title={t('preview.title')}>
          {children}
        </PreviewFrame>
      )}
    </Drawer>
  );
}

function Choice({ icon: Icon, children }: { icon: typeof IconDeviceMobile; children: ReactNode }) {
  return (
    <span className={classes.choice}>
      <Icon size={18} aria-hidden />
      {children}
    </span>
  );
}
