import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { bundlesContract, fewestParts, mostParts, type OwnBundle } from '#contract/bundles.ts';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { formatDate } from '#web/platform/format.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { FormSection } from '#web/ui/desk-form.tsx';
import { Price } from '#web/ui/price.tsx';

type Props = { product: OwnProduct | null; changed: (product: OwnProduct) => void };
type Choice = OwnBundle['choices'][number];
type Part = OwnBundle['parts'][number];

/** Of which products a bundle consists: kept by itself, for it is no field of the product. */
export function PartsSection({ product, changed }: Props) {
  const { t } = useTranslation('catalog');
  return (
    <FormSection place="parts" title={t('section.parts')} text={t('section.partsText')}>
      {product ? (
        <Parts
          key={`${product.slug} ${product.channel.slug} ${product.price.currency}`}
          {...{ product, changed }}
        />
      ) : (
        <Text c="dimmed">{t('parts.first')}</Text>
      )}
    </FormSection>
  );
}

function Parts({ product, changed }: { product: OwnProduct; changed: Props['changed'] }) {
  const { t } = useTranslation('catalog');
  const { slug } = product;
  const [bundle, setBundle] = useState<OwnBundle | null>(null);
  const [parts, setParts] = useState<Part[]>([]);
  const act = useAct();
  useEffect(() => {
    const asking = new AbortController();
    api(bundlesContract.getOwnBundle, { params: { slug }, signal: asking.signal }).then(
      (found) => {
        setBundle(found);
        setParts(found.parts);
      },
      () => undefined,
    );
    return () => asking.abort();
  }, [slug]);
  if (!bundle) return null;
  if (bundle.choices.length === 0) return <Text c="dimmed">{t('parts.none')}</Text>;
  const save = async () => {
    const params = { slug };
    const saved = await act.run(
      async () => {
        const after = await api(bundlesContract.saveBundle, { params, body: { parts } });
        changed(await api(catalogContract.getOwnProduct, { params }));
        return after;
      },
      { done: t('parts.saved'), stay: true },
    );
    if (saved) setBundle(saved);
  };
  const isWhole = isComplete(bundle, parts);
  return (
    <Stack gap="md">
      {bundle.choices.map((choice) => (
        <PartChoice key={choice.slug} choice={choice} parts={parts} set={setParts} />
      ))}
      <Group gap="xs">
        <Text c="dimmed">{t('parts.sum')}</Text>
        <Text fw={600}>
          <Price amount={sumOf(bundle, parts)} currency={bundle.currency} />
        </Text>
      </Group>
      {!isWhole && parts.length > 0 && <Text c="dimmed">{t('parts.faulty')}</Text>}
      <Group>
        <Button disabled={!isWhole} loading={act.busy} onClick={() => void save()}>
          {t('parts.save')}
        </Button>
      </Group>
    </Stack>
  );
}

const choiceOf = ({ choices }: OwnBundle, { productSlug }: Part) =>
  choices.find(({ slug }) => slug === productSlug);

const sumOf = (bundle: OwnBundle, parts: Part[]): number =>
  parts.reduce((sum, part) => sum + (choiceOf(bundle, part)?.price.total ?? 0), 0);

const isComplete = (bundle: OwnBundle, parts: Part[]): boolean =>
  parts.length >= fewestParts &&
  parts.length <= mostParts &&
  parts.every(
    (part) => part.sessionId !== null || (choiceOf(bundle, part)?.sessions.length ?? 0) < 2,
  );

type ChoiceProps = { choice: Choice; parts: Part[]; set: (parts: Part[]) => void };

/** One product that can be inside, with its date where it has several. */
function PartChoice({ choice, parts, set }: ChoiceProps) {
  const { t, language } = useTranslation('catalog');
  const zone = useViewerZone();
  const { slug, title, price, sessions } = choice;
  const chosen = parts.find(({ productSlug }) => productSlug === slug);
  const others = parts.filter(({ productSlug }) => productSlug !== slug);
  const put = (sessionId: string | null) =>
    set(
      chosen
        ? parts.map((part) => (part === chosen ? { ...part, sessionId } : part))
        : [...others, { productSlug: slug, sessionId }],
    );
  return (
    <Stack gap={4}>
      <Checkbox
        checked={chosen !== undefined}
        onChange={(event) => (event.currentTarget.checked ? put(null) : set(others))}
        label={title}
        description={<Price amount={price.total} currency={price.currency} freeWord />}
      />
      {chosen && sessions.length > 1 && (
        <NativeSelect
          ml="xl"
          maw={360}
          aria-label={t('parts.date', { title })}
          value={chosen.sessionId ?? ''}
          onChange={(event) => put(event.currentTarget.value || null)}
          data={[
            { value: '', label: '—' },
            ...sessions.map(({ id, startsAt }) => ({
              value: id,
              label: formatDate(startsAt, { language, zone, style: 'full' }),
            })),
          ]}
        />
      )}
    </Stack>
  );
}
