import { useCallback, useEffect, useRef, useState } from 'react';
import { catalogContract, type NewProductType, type OwnProduct } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { sessionUser } from '#web/platform/session.ts';
import type { Send } from '#web/ui/autosaver.ts';
import { draftsOf } from '#web/ui/drafts.ts';
import { draftFrom, firstOf, type ProductValues, valuesOf } from './product-form.ts';

/** Under this name what is typed of a product is kept in this browser until it is saved. */
export const formIdOf = (product: Pick<OwnProduct, 'id'> | null): string =>
  `product:${product?.id ?? 'new'}`;

const keyId = 'product:new:key';

/**
 * Under one key one draft is made, also when this page is loaded anew before the answer came: it is
 * kept beside what is typed, until the draft is known.
 */
function creationKey(): string {
  const drafts = draftsOf(sessionUser()?.id ?? null);
  const kept = drafts.find(keyId) as { key?: string } | null;
  if (kept?.key) return kept.key;
  const key = crypto.randomUUID();
  drafts.keep(keyId, { key });
  return key;
}

/** Nothing typed has come back: the next draft is another one, and must not be written over the last. */
function forgetOldKey(): void {
  const drafts = draftsOf(sessionUser()?.id ?? null);
  if (!drafts.find(formIdOf(null))) drafts.forget(keyId);
}

/** What was typed of a new product is the server's once it is made: here it would make another. */
function forgetNew(): void {
  const drafts = draftsOf(sessionUser()?.id ?? null);
  drafts.forget(formIdOf(null));
  drafts.forget(keyId);
}

/**
 * The product as this screen knows it, from the page's data and from its own saving, whichever is
 * newer; and how a draft is saved while it is typed: the first time it is made, also when its page is
 * left meanwhile.
 */
export function useDraftSaving(loaded: OwnProduct | null, type: NewProductType) {
  const [own, setOwn] = useState<OwnProduct | null>(null);
  // Answers may overtake one another: what was asked before the last change arrives after it.
  const take = useCallback((answer: OwnProduct) => setOwn((had) => newest(had, answer)), []);
  const isNewer =
    own !== null && (!loaded || (own.id === loaded.id && own.updatedAt > loaded.updatedAt));
  const product = isNewer ? own : loaded;
  const known = useRef(product);
  known.current = newest(known.current, product);
  const making = useRef<Promise<OwnProduct> | null>(null);
  // Also here, for browsers that keep nothing.
  const key = useRef('');
  const begins = loaded === null;
  useEffect(() => {
    if (begins) forgetOldKey();
  }, [begins]);

  const make = (values: ProductValues, keepalive: boolean) => {
    key.current ||= creationKey();
    making.current ??= api(catalogContract.createProduct, {
      body: { ...firstOf(values), type },
      idempotencyKey: key.current,
      keepalive,
    })
      .then((draft) => {
        known.current = draft;
        take(draft);
        key.current = '';
        forgetNew();
        return draft;
      })
      .finally(() => {
        making.current = null;
      });
    return making.current;
  };

  const send: Send<ProductValues> = async (values, before, { leaving }) => {
    const isNew = known.current === null;
    const draft = known.current ?? (await make(values, leaving));
    const { patch, waits } = draftFrom(values, isNew ? valuesOf(draft.form) : before);
    if (Object.keys(patch).length === 0) return waits;
    const answer = await api(catalogContract.saveDraft, {
      // Its address follows its title: the last one known is the one it has.
      params: { slug: (known.current ?? draft).slug },
      body: patch,
      keepalive: leaving,
    });
    known.current = answer.product;
    take(answer.product);
    const left = Object.entries(answer.left).map(([name, { message }]) => [name, message]);
    return { ...Object.fromEntries(left), ...waits };
  };
  return { product, take, send, known };
}

const newest = (one: OwnProduct | null, other: OwnProduct | null): OwnProduct | null => {
  if (!one || !other || one.id !== other.id) return other;
  return one.updatedAt > other.updatedAt ? one : other;
};
