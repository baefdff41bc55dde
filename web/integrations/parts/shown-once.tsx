import { Alert, Button, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { CopyButton } from '#web/live/shared/copy-button.tsx';
import { useTranslation } from '#web/platform/words.ts';
import classes from './desk.module.css';

type Props = { label: string; value: string; done: () => void };

/** A secret that is shown this once: to be copied before one goes on. */
export function ShownOnce({ label, value, done }: Props) {
  const { t } = useTranslation('integrations');
  return (
    <Alert color="yellow" icon={<IconKey aria-hidden />} title={t('once.title')} role="status">
      <div className={classes.stack}>
        <p className={classes.line}>{t('once.text')}</p>
        <TextInput
          className={classes.secret}
          label={label}
          readOnly
          autoComplete="off"
          spellCheck={false}
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={classes.acts}>
          <CopyButton label={label} value={value} />
          <Button variant="subtle" onClick={done}>
            {t('once.done')}
          </Button>
        </div>
      </div>
    </Alert>
  );
}
