import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import type { NewProductType, OwnProduct } from '#contract/catalog.ts';
import { DonationsPanel } from '#web/donations/shared/donations-panel.tsx';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { ProductStatusBadge } from '../shared/product-status.tsx';
import { BroadcastSlot } from './broadcast-slot.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { CouponsSlot } from './coupons-slot.tsx';
import type { ChannelChoice } from './info-section.tsx';
import { PlayoutSlot } from './playout-slot.tsx';
import classes from './product-desk.module.css';
import type { ProductValues } from './product-form.ts';
import { ProductWizard } from './product-wizard.tsx';
import type { StartValues } from './start-values.ts';
import { useDraftSaving } from './use-draft-saving.ts';
import { useNear } from './use-near.ts';

type Props = {
  /** What a product that does not exist yet will be. */
  type?: NewProductType;
  /** What is asked before a product exists. */
  ahead?: ReactNode;
  /** The product as the page was loaded with it; null while there is none. */
  loaded: OwnProduct | null;
  channels: ChannelChoice[];
  start: StartValues & { channel: string; language: ProductValues['language'] };
  crumbs: { label: string; to: string }[];
  /** Where this desk shows a product, and where this page goes on with one that it has made. */
  addressOf: (product: OwnProduct) => string;
  hereOf?: (product: OwnProduct) => string;
  channelPage: string;
  backTo: string;
  /** What the team alone decides. */
  team?: ReactNode;
};

/** One product on the desk: making it, changing it, and what goes on around it. */
export function ProductDesk({ loaded, crumbs, hereOf, team, ...more }: Props) {
  const { type = 'broadcast', ahead, ...props } = more;
  const { t } = useTranslation('catalog');
  useFreshOnNews();
  const saving = useDraftSaving(loaded, type);
  const { product } = saving;
  const hold = useAddress(product && (hereOf ?? props.addressOf)(product));
  const { onAir, near, setOnAir } = useNear(product?.sessions ?? []);
  const isOut = product !== null && product.status !== 'draft';
  return (
    <>
      <PageHead
        title={product?.title ?? t('new.title')}
        crumbs={crumbs}
        lead={product ? undefined : t('new.lead')}
        badge={product && <ProductStatusBadge status={product.status} />}
      />
      <div className={classes.desk}>
        {/* The team comes for what it alone decides; how an encoder is set up is the organizer's. */}
        {team}
        {isOut && (
          <div className={classes.first} data-urgent={near || undefined}>
            <BroadcastSlot product={product} onAir={setOnAir} theirs={team !== undefined} />
            <PlayoutSlot product={product} />
          </div>
        )}
        {!product && ahead}
        <ProductWizard
          {...props}
          type={product?.type ?? type}
          saving={saving}
          hold={hold}
          testRuns={onAir && !isOut}
        />
        {product && (
          <div className={classes.more}>
            {!isOut && (
              <BroadcastSlot product={product} onAir={setOnAir} theirs={team !== undefined} />
            )}
            <CouponsSlot product={product} />
            <DonationsPanel key={product.id} of="product" slug={product.slug} />
            <ChangesPanel product={product} />
          </div>
        )}
      </div>
    </>
  );
}

/** The address follows the product, which follows its title; true while it is on its way. */
function useAddress(address: string | null): boolean {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const { pathname, search, hash } = useLocation();
  const isThere = address === null || address === pathname + search;
  useEffect(() => {
    if (isThere || state !== 'idle' || address === null) return;
    void navigate(address + hash, { replace: true, preventScrollReset: true });
  }, [isThere, state, address, hash, navigate]);
  return address !== null && (state !== 'idle' || !isThere);
}

/** A new page for another product; the same while its own comes into being. */
export function useVisit(id: string | null): string {
  const [seen, setSeen] = useState({ id, visit: 0 });
  if (seen.id !== id) {
    const isBorn = seen.id === null;
    setSeen({ id, visit: isBorn ? seen.visit : seen.visit + 1 });
  }
  return String(seen.visit);
}
