import { type ReactNode, useState } from 'react';
import { catalogContract, type OwnProduct, type ProductType } from '#contract/catalog.ts';
import { clockTypes } from '#contract/shared/product-kinds.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { SaveState } from '#web/ui/save-state.tsx';
import { useSaver } from '#web/ui/use-autosave.ts';
import { ActionsSection, FinishButton } from './actions-section.tsx';
import { AdvertisingSection } from './advertising-section.tsx';
import { AvailabilitySection } from './availability-section.tsx';
import { ClassificationSection, DetailsSection } from './detail-sections.tsx';
import { FilmSection, SourceSection } from './film-section.tsx';
import { type ChannelChoice, DescriptionSection, InfoSection } from './info-section.tsx';
import { OfferSection } from './offer-section.tsx';
import { PartsSection } from './parts-section.tsx';
import { PreviewSheet } from './preview-sheet.tsx';
import { PriceSection } from './price-section.tsx';
import { blankValues, type ProductValues, patchFrom, together, valuesOf } from './product-form.ts';
import { SessionsSection } from './sessions-section.tsx';
import type { StartValues } from './start-values.ts';
import { StockSlot } from './stock-slot.tsx';
import { formIdOf, type useDraftSaving } from './use-draft-saving.ts';
import { useSection } from './use-section.ts';
import classes from './wizard.module.css';
import { WizardBar } from './wizard-bar.tsx';
import { WizardNav } from './wizard-nav.tsx';
import { type Section, screenOf, sectionsFor } from './wizard-sections.ts';

export type WizardProps = {
  /** What kind of product it is, or will be. */
  type: ProductType;
  saving: ReturnType<typeof useDraftSaving>;
  channels: ChannelChoice[];
  /** What a new product begins with. */
  start: StartValues & { channel: string; language: ProductValues['language'] };
  addressOf: (product: OwnProduct) => string;
  channelPage: string;
  backTo: string;
  /** The page is on its way to another address: saving waits for it. */
  hold: boolean;
  /** A test of the encoder comes in, which ends when the product leaves the draft. */
  testRuns: boolean;
};

/** A product from its first letter to its last offer, in one form: a draft saves itself. */
export function ProductWizard({ saving, start, hold, ...props }: WizardProps) {
  const { t } = useTranslation('catalog');
  const { product, take, send, known } = saving;
  const section = useSection();
  const blank = blankValues(start);
  const isDraft = !product || product.status === 'draft';
  const save = (values: ProductValues, before: ProductValues) =>
    api(catalogContract.saveProduct, {
      params: { slug: product?.slug ?? '' },
      body: patchFrom(values, before),
    });
  return (
    <DeskForm
      id={formIdOf(product)}
      initial={product ? valuesOf(product.form) : blank}
      together={together}
      disabled={product ? !product.can.edit : false}
      keepData
      autosave={
        isDraft
          ? {
              send,
              hold,
              ready: (values) => known.current !== null || values.title.trim() !== '',
            }
          : null
      }
      reveal={section.reveal}
      save={save}
      saved={(after) => {
        notify({ message: t('edit.saved') });
        take(after);
      }}
    >
      <WizardBody {...props} saving={saving} section={section} blank={blank} start={start} />
    </DeskForm>
  );
}

type BodyProps = Omit<WizardProps, 'hold'> & {
  section: ReturnType<typeof useSection>;
  blank: ProductValues;
};

function WizardBody(props: BodyProps) {
  const { type, saving, section, blank } = props;
  const { at, go, focused } = section;
  const { product, take, known } = saving;
  const { t } = useTranslation('catalog');
  const [previewed, setPreviewed] = useState(false);
  const acts = {
    ...{ take, addressOf: props.addressOf, backTo: props.backTo, channelPage: props.channelPage },
    testRuns: props.testRuns,
    latest: () => known.current,
  };
  const shown = screenOf(at);
  const isDraft = !product || product.status === 'draft';
  return (
    <div className={classes.wizard}>
      <WizardNav type={type} product={product} blank={blank} at={at} go={go} />
      <div className={classes.screens} onFocusCapture={focused}>
        {sectionsFor(type).map((one) => (
          <div key={one} className={classes.screen} hidden={!shown.includes(one)}>
            <SectionOf {...props} section={one} acts={acts} />
          </div>
        ))}
        <WizardBar
          at={at}
          go={go}
          preview={product && (() => setPreviewed(true))}
          state={isDraft && <SaveState idle={t(product ? 'wizard.draft' : 'wizard.idle')} />}
          finish={
            product && (
              <FinishButton
                {...acts}
                product={product}
                toActions={at === 'actions' ? null : () => go('actions')}
              />
            )
          }
        />
      </div>
      {product && previewed && <PreviewSheet product={product} close={() => setPreviewed(false)} />}
    </div>
  );
}

type SectionProps = Omit<BodyProps, 'section'> & {
  section: Section;
  acts: Pick<WizardProps, 'addressOf' | 'backTo' | 'channelPage' | 'testRuns'> & {
    take: (product: OwnProduct) => void;
    latest: () => OwnProduct | null;
  };
};

/** The fee grows with the showing: of several the longest, of none yet as long as one usually is. */
const longestOf = (product: OwnProduct | null, usual: number): number =>
  Math.max(...(product?.sessions.map((one) => one.durationMinutes) ?? []), 0) || usual;

function SectionOf({ type, section, saving, channels, start, acts }: SectionProps): ReactNode {
  const { t } = useTranslation('catalog');
  const { product, take, known } = saving;
  const { flush } = useSaver();
  const locked = product?.locked ?? [];
  const required = product?.required ?? [];
  const ensure = async () => {
    await flush();
    if (known.current) return known.current;
    throw Object.assign(new Error('no title'), { code: 'TITLE', message: t('session.titleFirst') });
  };
  switch (section) {
    case 'info':
      return <InfoSection {...{ channels, locked, required }} picture={product?.picture ?? null} />;
    case 'film':
      return clockTypes.includes(type) ? (
        <SourceSection product={product} />
      ) : (
        <FilmSection required={required.includes('assetId')} />
      );
    case 'parts':
      return <PartsSection product={product} changed={take} />;
    case 'sessions':
      return (
        <SessionsSection
          {...{ type, product, take, ensure }}
          usualMinutes={start.durationMinutes}
        />
      );
    case 'stock':
      return <StockSlot {...{ product, take, ensure }} />;
    case 'price':
      return (
        <PriceSection
          locked={locked.includes('currency')}
          required={required.includes('price')}
          minutes={longestOf(product, start.durationMinutes)}
          type={type}
          bundle={type === 'bundle' && product ? product.slug : null}
        />
      );
    case 'offer':
      return <OfferSection minutes={longestOf(product, start.durationMinutes)} />;
    case 'description':
      return <DescriptionSection />;
    case 'classification':
      return <ClassificationSection />;
    case 'availability':
      return <AvailabilitySection />;
    case 'details':
      return <DetailsSection />;
    case 'advertising':
      return <AdvertisingSection current={product?.bannerPicture ?? null} />;
    case 'actions':
      return <ActionsSection {...acts} product={product} />;
  }
}
