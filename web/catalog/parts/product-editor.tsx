import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { ClassificationSection, DetailsSection, PictureSection } from './detail-sections.tsx';
import { type ChannelChoice, InfoSection } from './info-section.tsx';
import { AvailabilitySection, PriceSection } from './price-section.tsx';
import { type ProductValues, patchFrom, together, valuesOf } from './product-form.ts';

type Props = {
  product: OwnProduct;
  channels: ChannelChoice[];
  /** Told the product as saved: its address may be another one. */
  saved: (product: OwnProduct) => void;
};

/** Everything that can be written about a product, in one form. */
export function ProductEditor({ product, channels, saved }: Props) {
  const { t } = useTranslation('catalog');
  const { locked, required } = product;
  const save = (values: ProductValues, before: ProductValues) =>
    api(catalogContract.saveProduct, {
      params: { slug: product.slug },
      body: patchFrom(values, before),
    });
  return (
    <DeskForm
      id={`product:${product.id}`}
      initial={valuesOf(product.form)}
      together={together}
      disabled={!product.can.edit}
      save={save}
      saved={(after) => {
        notify({ message: t('edit.saved') });
        saved(after);
      }}
    >
      <InfoSection channels={channels} locked={locked} required={required} />
      <PictureSection current={product.picture} required={required.includes('pictureId')} />
      <PriceSection locked={locked.includes('currency')} required={required.includes('price')} />
      <AvailabilitySection />
      <ClassificationSection />
      <DetailsSection />
    </DeskForm>
  );
}
