import { lazy, Suspense, useEffect, useState } from 'react';
import classes from './leads.module.css';

/** No part of what a public page weighs: it comes when the page stands, into a place kept for it. */
const ProductLeads = lazy(async () => ({
  default: (await import('../parts/product-leads.tsx')).ProductLeads,
}));
const ChannelLeads = lazy(async () => ({
  default: (await import('../parts/channel-leads.tsx')).ChannelLeads,
}));

type Props = {
  slug: string;
  of: 'product' | 'channel';
  /** A session of it has no seat left: it may have a waiting list. */
  soldOut?: boolean;
};

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'];
const patienceMs = 3_000;

/** Calls at the first sign of a person, or after a while; answers how to stop waiting for it. */
function whenSomebodyIsThere(come: () => void): () => void {
  const timer = setTimeout(come, patienceMs);
  for (const sign of signs) addEventListener(sign, come, { once: true, passive: true });
  return () => {
    clearTimeout(timer);
    for (const sign of signs) removeEventListener(sign, come);
  };
}

/** "Tell me when", and the waiting lists of sold-out sessions. */
export function LeadsSlot({ slug, of, soldOut = false }: Props) {
  const [isHere, setIsHere] = useState(false);
  useEffect(() => whenSomebodyIsThere(() => setIsHere(true)), []);
  const place = <div className={classes.place} />;
  if (!isHere) return place;
  return (
    <Suspense fallback={place}>
      {of === 'product' ? (
        <ProductLeads slug={slug} soldOut={soldOut} />
      ) : (
        <ChannelLeads slug={slug} />
      )}
    </Suspense>
  );
}
