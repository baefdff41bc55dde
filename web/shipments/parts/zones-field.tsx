import { ActionIcon, Button, Group, Menu, MultiSelect, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { type ZoneKind, zoneKinds } from '#contract/shipping.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryOptions } from '#web/ui/countries.ts';
import { FieldRow } from '#web/ui/desk-form.tsx';
import { SwitchField, TextField } from '#web/ui/fields.tsx';
import { useField, useForm, useFormValue } from '#web/ui/form-context.ts';
import { MoneyField } from '#web/ui/money-field.tsx';
import { newZone, type ZoneValues } from './shipping-form.ts';
import classes from './zones-field.module.css';

/** The zones of a channel, each with its prices; one of home, the EU and the world, and own lists. */
export function ZonesField() {
  const { t } = useTranslation('shipments');
  const { value: zones, set } = useField<ZoneValues[]>('zones', { label: t('shipping.zones') });
  // A zone has no name of its own but its place.
  const placed = zones.map((zone, at) => ({ zone, at, place: `${zone.kind} ${at}` }));
  return (
    <Stack gap="md">
      {zones.length === 0 && <Text c="dimmed">{t('shipping.noZones')}</Text>}
      {placed.map(({ zone, at, place }) => (
        <Zone key={place} at={at} zone={zone} drop={() => set(zones.toSpliced(at, 1))} />
      ))}
      <AddZone zones={zones} add={(kind) => set([...zones, newZone(kind)])} />
    </Stack>
  );
}

type AddProps = { zones: readonly ZoneValues[]; add: (kind: ZoneKind) => void };

function AddZone({ zones, add }: AddProps) {
  const { t } = useTranslation('shipments');
  const { disabled } = useForm();
  const left = zoneKinds.filter(
    (kind) => kind === 'list' || !zones.some((zone) => zone.kind === kind),
  );
  return (
    <div>
      <Menu withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            disabled={disabled}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t('shipping.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {left.map((kind) => (
            <Menu.Item key={kind} onClick={() => add(kind)}>
              {t(`zone.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

type ZoneProps = { at: number; zone: ZoneValues; drop: () => void };

function Zone({ at, zone, drop }: ZoneProps) {
  const { t } = useTranslation('shipments');
  const name = zone.name || t(`zone.${zone.kind}`);
  const field = `zones.${at}`;
  return (
    <section className={classes.zone} aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <h3>{name}</h3>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('shipping.remove', { name })}
          onClick={drop}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {zone.kind === 'list' && (
        <FieldRow>
          <TextField name={`${field}.name`} label={t('shipping.name')} maxLength={60} required />
          <CountriesField name={`${field}.countries`} />
        </FieldRow>
      )}
      <SwitchField name={`${field}.sends`} label={t('shipping.sends')} />
      {zone.sends && <Prices field={field} />}
    </section>
  );
}

function Prices({ field }: { field: string }) {
  const { t } = useTranslation('shipments');
  const currency = useFormValue<CurrencyCode>('currency');
  return (
    <FieldRow>
      <MoneyField
        name={`${field}.perOrder`}
        label={t('shipping.perOrder')}
        currency={currency}
        required
      />
      <MoneyField name={`${field}.perItem`} label={t('shipping.perItem')} currency={currency} />
      <MoneyField
        name={`${field}.freeFrom`}
        label={t('shipping.freeFrom')}
        description={t('shipping.freeFromHint')}
        currency={currency}
      />
    </FieldRow>
  );
}

function CountriesField({ name }: { name: string }) {
  const { t, language } = useTranslation('shipments');
  const options = useMemo(() => countryOptions(language), [language]);
  const label = t('shipping.countries');
  const { value, set, inputProps } = useField<string[]>(name, { label, required: true });
  return (
    <MultiSelect
      {...inputProps}
      data={options}
      searchable
      hidePickedOptions
      value={value ?? []}
      onChange={set}
    />
  );
}
