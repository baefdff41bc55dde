import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ProductDetail } from '#contract/catalog.ts';
import { useSession } from '#web/platform/session.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { ErrorState, NotFound } from '#web/ui/states.tsx';
import { ProductView } from './product-view.tsx';

type Answer = { product: ProductDetail } | { error: unknown } | null;

/**
 * A product that strangers cannot see: asked for again in the viewer's name, since it may be their
 * own draft, or a private one that their ticket or code opens.
 */
export function HiddenProduct({ slug }: { slug: string }) {
  const user = useSession();
  const [search] = useSearchParams();
  const [answer, setAnswer] = useState<Answer>(null);
  const code = search.get('code') ?? undefined;
  const userId = user?.id;
  const asks = Boolean(userId ?? code);
  useEffect(() => {
    if (!asks) return;
    let current = true;
    askInPerson(slug, code).then(
      (product) => current && setAnswer({ product }),
      (error: unknown) => current && setAnswer({ error }),
    );
    return () => {
      current = false;
    };
  }, [asks, slug, code]);
  if (!asks) return <NotFound />;
  if (!answer) {
    return (
      <PageBody>
        <PageSkeleton />
      </PageBody>
    );
  }
  if ('product' in answer) return <ProductView product={answer.product} code={code} />;
  const isNotFound = (answer.error as { status?: number }).status === 404;
  return isNotFound ? <NotFound /> : <ErrorState error={answer.error} page />;
}

async function askInPerson(slug: string, code: string | undefined): Promise<ProductDetail> {
  const [{ api }, { catalogContract }] = await Promise.all([
    import('#web/platform/api.ts'),
    import('#contract/catalog.ts'),
  ]);
  return api(catalogContract.getProduct, {
    params: { slug },
    query: { ...(code ? { code } : {}) },
  });
}
