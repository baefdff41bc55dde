import type { Because, ProductCan, ProductStatus, ProductType } from '#contract/catalog.ts';
import type { Opening } from '#contract/shared/product-kinds.ts';
import { isBundle, isSent } from './kinds.rules.ts';

type Facts = { type: ProductType; isBarred?: boolean; openedBy?: Opening | null };

/**
 * May it come to this state while the site sells nothing that costs? What a subscription opens may be
 * published; what people are invited to by codes may be private, for a code that asks for nothing sells
 * nothing. Things and bundles are only ever sold.
 */
export function mayBeShown(product: Facts, to: ProductStatus): boolean {
  if (!product.isBarred) return true;
  return to === 'private' ? canBeInvitedTo(product) : Boolean(product.openedBy);
}

const canBeInvitedTo = (product: Facts): boolean => !isSent(product) && !isBundle(product);

/**
 * The product for whoever brings a code that asks for this much: where that is nothing, nothing is sold, and
 * that the site sells nothing that costs is in nobody's way. People are invited to what is private alone:
 * what is published is for sale to everybody or to nobody, whatever code they bring.
 */
export const asInvited = <P extends Facts & { status: ProductStatus }>(
  product: P,
  code: { total: number } | null,
): P =>
  product.isBarred && product.status === 'private' && code?.total === 0 && canBeInvitedTo(product)
    ? { ...product, isBarred: false }
    : product;

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
