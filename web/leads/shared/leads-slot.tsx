import { lazy, Suspense } from 'react';
import { usePresence } from '#web/ui/use-presence.ts';
import classes from './leads-slot.module.css';

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

/** "Tell me when", and the waiting lists of sold-out sessions. */
export function LeadsSlot({ slug, of, soldOut = false }: Props) {
  const isHere = usePresence();
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
