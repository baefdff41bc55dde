import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInstall } from '#web/platform/app-install.ts';
import { useTranslation } from '#web/platform/words.ts';

/** A quiet line that offers the site as an app, where the browser lets it. Never on load. */
export function InstallLine() {
  const install = useInstall();
  return install && <InstallOffer install={install} />;
}

export function InstallOffer({ install }: { install: () => Promise<void> }) {
  const { t } = useTranslation('ui');
  return (
    <Group gap="sm" justify="center">
      <Text size="sm" c="dimmed">
        {t('install.text')}
      </Text>
      <Button
        size="sm"
        variant="light"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void install()}
      >
        {t('install.go')}
      </Button>
    </Group>
  );
}
