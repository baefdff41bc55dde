import {
  Collapse,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { GiftTo } from '#contract/order-items.ts';
import { useTranslation } from '#web/platform/words.ts';

/** A gift as it is typed; `at` is the wall clock of whoever types, '' for now. */
export type GiftTyped = {
  isOn: boolean;
  email: string;
  name: string;
  message: string;
  later: boolean;
  at: string;
};

export const noGift = (isOn: boolean): GiftTyped => ({
  ...{ isOn, email: '', name: '', message: '', later: false, at: '' },
});

/** What is sent of it: the hour is that of the clock on the giver's screen. */
export const giftFrom = ({ email, name, message, later, at }: GiftTyped): GiftTo => ({
  email: email.trim(),
  name,
  message,
  sendAt: later && at ? new Date(at).toISOString() : null,
});

type Props = {
  value: GiftTyped;
  set: (value: GiftTyped) => void;
  errors: Record<string, string>;
  /** Whoever has a ticket buys for somebody else only. */
  fixed: boolean;
  /** Before when the letter has to leave; null: at any time. */
  startsAt: string | null;
};

/** "This is a gift": whom it is for, with which words, and when they hear of it. */
export function GiftFields({ value, set, errors, fixed, startsAt }: Props) {
  const { t } = useTranslation('gifts');
  const put = (changes: Partial<GiftTyped>) => set({ ...value, ...changes });
  const errorOf = (field: string) => errors[`items.0.to.${field}`];
  return (
    <div>
      {fixed ? (
        <Text fw={600}>{t('fields.fixed')}</Text>
      ) : (
        <Switch
          label={t('fields.on')}
          description={t('fields.text')}
          checked={value.isOn}
          onChange={(event) => put({ isOn: event.currentTarget.checked })}
        />
      )}
      <Collapse expanded={value.isOn}>
        <Stack gap="sm" mt="sm">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('fields.name')}
              name="items.0.to.name"
              value={value.name}
              maxLength={80}
              required={value.isOn}
              autoComplete="off"
              onChange={(event) => put({ name: event.currentTarget.value })}
              error={errorOf('name')}
            />
            <TextInput
              type="email"
              label={t('fields.email')}
              name="items.0.to.email"
              value={value.email}
              maxLength={254}
              required={value.isOn}
              autoComplete="off"
              onChange={(event) => put({ email: event.currentTarget.value })}
              error={errorOf('email')}
            />
          </SimpleGrid>
          <Textarea
            label={t('fields.message')}
            value={value.message}
            maxLength={500}
            autosize
            minRows={3}
            maxRows={8}
            onChange={(event) => put({ message: event.currentTarget.value })}
            error={errorOf('message')}
          />
          <Radio.Group
            label={t('fields.when')}
            value={value.later ? 'later' : 'now'}
            onChange={(chosen) => put({ later: chosen === 'later' })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="now" label={t('fields.now')} />
              <Radio value="later" label={t('fields.later')} />
            </Stack>
          </Radio.Group>
          {value.isOn && value.later && (
            <TextInput
              type="datetime-local"
              label={t('fields.at')}
              name="items.0.to.sendAt"
              required
              description={t('fields.atHint')}
              value={value.at}
              max={startsAt ? localText(startsAt) : undefined}
              maw={280}
              onChange={(event) => put({ at: event.currentTarget.value })}
              error={errorOf('sendAt')}
            />
          )}
          <Text size="sm" c="dimmed">
            {t('fields.expires')}
          </Text>
        </Stack>
      </Collapse>
    </div>
  );
}

/** An instant as the clock of this screen writes it into such a field. */
function localText(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
