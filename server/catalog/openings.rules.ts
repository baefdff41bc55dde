import type { Because, ProductCan, ProductStatus } from '#contract/catalog.ts';
import type { Opening } from '#contract/shared/product-kinds.ts';

type Facts = { isBarred?: boolean; openedBy?: Opening | null };

/**
 * May it come to this state while the site sells nothing that costs? What a subscription opens may be
 * published; of what is private none opens anything.
 */
export const mayBeShown = ({ isBarred, openedBy }: Facts, to: ProductStatus): boolean =>
  !isBarred || (to === 'published' && Boolean(openedBy));

/** Why a product that does not come to one of these states does not. */
export function whyNotShown(
  product: Facts & { status: ProductStatus },
  can: Pick<ProductCan, 'publish' | 'makePrivate'>,
): Because {
  const why = (to: ProductStatus) => {
    if (product.status === to) return 'already';
    return mayBeShown(product, to) ? 'incomplete' : 'paid_content_off';
  };
  return {
    ...(can.publish ? {} : { publish: why('published') }),
    ...(can.makePrivate ? {} : { makePrivate: why('private') }),
  };
}
