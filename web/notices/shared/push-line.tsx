import { Button, Group, Text } from '@mantine/core';
import { IconBellRinging, IconCheck } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { usePushDevice } from './push-device.ts';

type Props = {
  /** Why one would want it, here. */
  text: string;
  /** Also offers the way back. */
  canStop?: boolean;
};

/**
 * A quiet line that offers messages on this device. It is shown only after somebody did something that
 * makes them worth having, and not at all where the browser cannot or its owner said no.
 */
export function PushLine({ text, canStop }: Props) {
  const { t } = useTranslation('notices');
  const { state, change } = usePushDevice();
  const act = useAct();
  if (state === null || state === 'none') return null;
  const turn = (wish: 'on' | 'off') => void act.run(() => change(wish), { stay: true });
  return (
    <Group gap="sm" justify="center" role="status">
      <Text size="sm" c="dimmed">
        {state === 'on' ? t('push.isOn') : text}
      </Text>
      {state === 'off' && (
        <Button
          size="sm"
          variant="light"
          loading={act.busy}
          leftSection={<IconBellRinging size={16} aria-hidden />}
          onClick={() => turn('on')}
        >
          {t('push.turnOn')}
        </Button>
      )}
      {state === 'on' && !canStop && <IconCheck size={18} aria-hidden />}
      {state === 'on' && canStop && (
        <Button size="sm" variant="default" loading={act.busy} onClick={() => turn('off')}>
          {t('push.turnOff')}
        </Button>
      )}
    </Group>
  );
}
