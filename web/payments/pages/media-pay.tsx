import { Alert, Box, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import {
  type MediaPay,
  type MediaPayForm,
  mediaPayContract,
  redsysVersions,
} from '#contract/media-pay.ts';
import { currencyCodes } from '#contract/shared/currencies.ts';
import { SupportPanel } from '#web/donations/shared/support-panel.tsx';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DeskForm, FieldRow, FormSection } from '#web/ui/desk-form.tsx';
import { PasswordField, SelectField, TextField } from '#web/ui/fields.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { MonetizeSection } from '../parts/monetize-section.tsx';

export const clientLoader = async () => ({ settings: await api(mediaPayContract.getMediaPay) });
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta('payments', ({ t }) => ({ title: t('title'), noIndex: true }));

export default function MediaPayPage() {
  const { settings } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('payments');
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={
          <Button component={Link} to="/manage/modules/media-pay/notices" variant="default">
            {t('notices.title')}
          </Button>
        }
      />
      {settings.sandbox && (
        <Alert icon={<IconFlask size={20} />} title={t('sandbox')} mb="md">
          {t('sandboxText')}
        </Alert>
      )}
      {!settings.sandbox && !settings.stripe.isOn && !settings.redsys.isOn && (
        <Alert icon={<IconAlertTriangle size={20} />} color="yellow" title={t('closed')} mb="md">
          {t('closedText')}
        </Alert>
      )}
      <SettingsForm settings={settings} />
      <Box mt="lg">
        <SupportPanel />
      </Box>
    </>
  );
}

/** Secrets are never told again: their fields are empty, and an empty field changes nothing. */
const valuesOf = ({ redsys, stripe, monetize }: MediaPay) => ({
  monetize,
  stripe: { publicKey: stripe.publicKey, secretKey: '', signingKey: '' },
  redsys: {
    url: redsys.url,
    merchant: redsys.merchant,
    terminal: redsys.terminal,
    currency: redsys.currency,
    version: redsys.version,
    key: '',
  },
});
type Values = ReturnType<typeof valuesOf>;

const formOf = ({ redsys, stripe, monetize }: Values): MediaPayForm => ({
  monetize: { ...monetize, platform: { ...monetize.platform, net: monetize.platform.net ?? 0 } },
  redsys: { ...redsys, key: redsys.key || undefined },
  stripe: {
    publicKey: stripe.publicKey,
    secretKey: stripe.secretKey || undefined,
    signingKey: stripe.signingKey || undefined,
  },
});

function SettingsForm({ settings }: { settings: MediaPay }) {
  const { t } = useTranslation('payments');
  const [start, setStart] = useState(settings);
  const { revalidate } = useRevalidator();
  const took = (saved: MediaPay) => {
    setStart(saved);
    notify({ message: t('saved') });
    void revalidate();
  };
  return (
    <DeskForm
      id="payments:media-pay"
      initial={valuesOf(start)}
      save={(values) => api(mediaPayContract.saveMediaPay, { body: formOf(values) })}
      saved={took}
    >
      <MonetizeSection />
      <StripeSection settings={start} took={took} />
      <RedsysSection settings={start} took={took} />
    </DeskForm>
  );
}

type SectionProps = { settings: MediaPay; took: (saved: MediaPay) => void };

function StripeSection({ settings, took }: SectionProps) {
  const { t } = useTranslation('payments');
  const { hasSecretKey, hasSigningKey, isOn } = settings.stripe;
  const erased = {
    ...formOf(valuesOf(settings)),
    stripe: { publicKey: '', secretKey: '', signingKey: '' },
  };
  return (
    <FormSection title="Stripe" text={t('stripe.text')} aside={<State isOn={isOn} />}>
      <TextField name="stripe.publicKey" label={t('stripe.publicKey')} placeholder="pk_live_…" />
      <SecretField name="stripe.secretKey" label={t('stripe.secretKey')} isThere={hasSecretKey} />
      <SecretField
        name="stripe.signingKey"
        label={t('stripe.signingKey')}
        isThere={hasSigningKey}
      />
      <Address label={t('stripe.notify')} address={settings.notify.stripe} />
      {(hasSecretKey || hasSigningKey) && <Erase name="Stripe" form={erased} took={took} />}
    </FormSection>
  );
}

function RedsysSection({ settings, took }: SectionProps) {
  const { t } = useTranslation('payments');
  const { hasKey, isOn } = settings.redsys;
  const values = valuesOf(settings);
  const erased = { ...formOf(values), redsys: { ...values.redsys, url: '', key: '' } };
  return (
    <FormSection title="Redsys" text={t('redsys.text')} aside={<State isOn={isOn} />}>
      <TextField
        name="redsys.url"
        label={t('redsys.url')}
        type="url"
        placeholder="https://sis.redsys.es/sis/realizarPago"
        maxLength={300}
      />
      <FieldRow>
        <TextField
          name="redsys.merchant"
          label={t('redsys.merchant')}
          inputMode="numeric"
          maxLength={9}
        />
        <TextField
          name="redsys.terminal"
          label={t('redsys.terminal')}
          inputMode="numeric"
          maxLength={3}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="redsys.currency"
          label={t('redsys.currency')}
          options={currencyCodes.map((value) => ({ value, label: value }))}
          required
        />
        <SelectField
          name="redsys.version"
          label={t('redsys.version')}
          options={redsysVersions.map((value) => ({ value, label: value }))}
          required
        />
      </FieldRow>
      <SecretField name="redsys.key" label={t('redsys.key')} isThere={hasKey} />
      <Address label={t('redsys.notify')} address={settings.notify.redsys} />
      {hasKey && <Erase name="Redsys" form={erased} took={took} />}
    </FormSection>
  );
}

function State({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('payments');
  return <StatusBadge tone={isOn ? 'good' : 'quiet'}>{t(isOn ? 'on' : 'off')}</StatusBadge>;
}

type SecretProps = { name: string; label: string; isThere: boolean };

function SecretField({ name, label, isThere }: SecretProps) {
  const { t } = useTranslation('payments');
  return (
    <PasswordField
      name={name}
      label={label}
      description={isThere ? t('secret.kept') : t('secret.missing')}
      autoComplete="off"
      maxLength={300}
    />
  );
}

function Address({ label, address }: { label: string; address: string }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {address}
      </Code>
    </div>
  );
}

type EraseProps = { name: string; form: MediaPayForm; took: (saved: MediaPay) => void };

/** Ends a way of paying: its secrets are erased. Refunds by it are impossible then, and it says so. */
function Erase({ name, form, took }: EraseProps) {
  const { t } = useTranslation('payments');
  const confirm = useConfirm();
  const erase = async () => {
    const answer = await confirm({
      title: t('erase.title', { name }),
      text: t('erase.text', { name }),
      confirmLabel: t('erase.button', { name }),
      danger: true,
    });
    if (!answer) return;
    took(await api(mediaPayContract.saveMediaPay, { body: form }));
  };
  return (
    <Group>
      <Button variant="default" color="red" onClick={() => void erase()}>
        {t('erase.button', { name })}
      </Button>
    </Group>
  );
}
