import { Button, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type AffiliateChoice, affiliatesContract } from '#contract/affiliates.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { SelectField, TextField } from '#web/ui/fields.tsx';
import { NumberField } from '#web/ui/number-field.tsx';

/** `thing`: the slug of a channel, or of a channel and one of its products. */
type Values = { name: string; code: string; thing: string | null; commission: number | null };
type Props = { choices: AffiliateChoice[] };

/** The way to another link; without a channel there is none. */
export function NewAffiliate({ choices }: Props) {
  const { t } = useTranslation('affiliates');
  const { t: say } = useTranslation('ui');
  const [adding, setAdding] = useState(false);
  if (choices.length === 0) return null;
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
        {t('add')}
      </Button>
      <Modal
        opened={adding}
        onClose={() => setAdding(false)}
        title={t('add')}
        size="lg"
        closeButtonProps={{ 'aria-label': say('close') }}
      >
        <AffiliateFields choices={choices} made={() => setAdding(false)} />
      </Modal>
    </>
  );
}

function AffiliateFields({ choices, made }: Props & { made: () => void }) {
  const { t } = useTranslation('affiliates');
  const things = useThings(choices);
  const initial: Values = {
    ...{ name: '', code: '', commission: null },
    thing: things.length === 1 ? (things[0]?.value ?? null) : null,
  };
  return (
    <DeskForm
      id="affiliate:new"
      bar={false}
      initial={initial}
      submitLabel={t('make')}
      save={({ name, code, thing, commission }: Values) => {
        const [channelSlug = '', productSlug = null] = thing?.split('/') ?? [];
        const share = Math.round((commission ?? 0) * 100);
        return api(affiliatesContract.createAffiliate, {
          body: { name, code, channelSlug, productSlug, commission: share },
        });
      }}
      saved={made}
    >
      <TextField
        name="name"
        label={t('name')}
        description={t('nameHint')}
        maxLength={80}
        required
      />
      <TextField
        name="code"
        label={t('code')}
        description={t('codeHint')}
        maxLength={24}
        required
      />
      <SelectField
        name="thing"
        label={t('thing')}
        description={t('thingHint')}
        options={things}
        required
      />
      <NumberField
        name="commission"
        label={t('commission')}
        description={t('commissionHint')}
        min={0}
        max={100}
        decimals={2}
        suffix=" %"
      />
    </DeskForm>
  );
}

function useThings(choices: AffiliateChoice[]) {
  const { t } = useTranslation('affiliates');
  return choices.flatMap(({ slug, title, products }) => [
    { value: slug, label: t('wholeChannel', { channel: title }) },
    ...products.map((product) => ({ value: `${slug}/${product.slug}`, label: product.title })),
  ]);
}
