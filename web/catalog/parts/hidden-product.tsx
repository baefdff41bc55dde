import { Navigate } from 'react-router';
import type { ProductDetail } from '#contract/catalog.ts';
import { useSession } from '#web/platform/session.ts';
import { useAddressValue } from '#web/platform/use-address-value.ts';
import { InPerson } from '#web/ui/in-person.tsx';
import { PreviewMark } from './preview-mark.tsx';
import { ProductView } from './product-view.tsx';

/**
 * A product that strangers cannot see: it may be the viewer's own draft, or a private one that
 * their ticket or code opens.
 */
export function HiddenProduct({ slug }: { slug: string }) {
  const userId = useSession()?.id;
  const code = useAddressValue('code') ?? undefined;
  const ask = userId || code ? () => askInPerson(slug, code) : null;
  return (
    <InPerson ask={ask} about={`${slug} ${userId} ${code}`}>
      {(product) =>
        // A rehearsal has no page: whoever may know of it goes in.
        product.rehearsal ? (
          <Navigate to={`/player/${slug}`} replace />
        ) : (
          <>
            {product.status === 'draft' && <PreviewMark />}
            <ProductView product={product} code={code} />
          </>
        )
      }
    </InPerson>
  );
}

async function askInPerson(slug: string, code: string | undefined): Promise<ProductDetail> {
  const { catalogContract } = await import('#contract/catalog.ts');
  const { api } = await import('#web/platform/api.ts');
  return api(catalogContract.getProduct, {
    params: { slug },
    query: { ...(code ? { code } : {}) },
  });
}
