import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { PreviewDrawer } from '#web/ui/preview-drawer.tsx';
import { useAsked } from '#web/ui/use-asked.ts';
import { PreviewMark } from './preview-mark.tsx';
import { ProductView } from './product-view.tsx';

type Props = { product: OwnProduct; close: () => void };

/** The page of the product as a viewer would see it, renewed with every saving. */
export function PreviewSheet({ product, close }: Props) {
  const { slug, status } = product;
  const { answer: page, error } = useAsked(() => pageOf(slug), product);
  return (
    <PreviewDrawer address={`/products/${slug}`} close={close} error={error}>
      {page && (
        <>
          {status === 'draft' && <PreviewMark />}
          <ProductView product={page} />
        </>
      )}
    </PreviewDrawer>
  );
}

/** Nothing is sold in a preview. */
async function pageOf(slug: string) {
  const answer = await api(catalogContract.getProduct, { params: { slug } });
  return { ...answer, can: { ...answer.can, buy: false } };
}
