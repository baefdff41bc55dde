import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { SessionForm } from '#contract/catalog.ts';
import { sessionZone } from '#contract/shared/session-zone.ts';
import { useTranslation } from '#web/platform/words.ts';
import { FormSection } from '#web/ui/desk-form.tsx';
import { DateTimeField } from '#web/ui/fields.tsx';
import { useField } from '#web/ui/form-context.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import classes from './sessions.module.css';

export type NewSession = Omit<SessionForm, 'startsAt'> & { startsAt: string | null };

export const blankSession: NewSession = {
  startsAt: null,
  zone: sessionZone,
  durationMinutes: 90,
  capacity: null,
};

/** The showings of a product that is being made: as many rows as dates. */
export function NewSessionsSection() {
  const { t } = useTranslation('catalog');
  const { value, set } = useField<NewSession[]>('sessions', { label: t('section.sessions') });
  const rows = value.map((_, index) => index);
  return (
    <FormSection title={t('section.sessions')} text={t('section.sessionsText')}>
      {rows.map((index) => (
        <div key={index} className={classes.row}>
          <DateTimeField
            name={`sessions.${index}.startsAt`}
            label={t('session.starts')}
            zone={sessionZone}
          />
          <NumberField
            name={`sessions.${index}.durationMinutes`}
            label={t('session.minutes')}
            description={t('session.minutesHint')}
            min={1}
            max={1440}
          />
          <NumberField
            name={`sessions.${index}.capacity`}
            label={t('session.capacity')}
            description={t('session.capacityHint')}
            min={1}
          />
          {value.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              className={classes.remove}
              aria-label={t('session.removeRow', { number: index + 1 })}
              onClick={() => set(value.filter((_, each) => each !== index))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => set([...value, { ...(value.at(-1) ?? blankSession), startsAt: null }])}
        >
          {t('session.addRow')}
        </Button>
      </div>
    </FormSection>
  );
}
