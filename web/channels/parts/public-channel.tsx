import { IconCalendarOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ProductCard as ProductCardData } from '#contract/catalog.ts';
import type { ChannelPage } from '#contract/channels.ts';
import { ProductCard } from '#web/catalog/shared/product-card.tsx';
import { DonateBlock } from '#web/donations/shared/donate-block.tsx';
import { LeadsSlot } from '#web/leads/shared/leads-slot.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { ChannelOffer } from '#web/subscriptions/shared/channel-offer.tsx';
import { CardGrid } from '#web/ui/card-grid.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageLinks } from '#web/ui/page-links.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { ChannelHead } from './channel-head.tsx';
import classes from './channel-page.module.css';
import { ChannelTabs } from './channel-tabs.tsx';

export type Part = 'upcoming' | 'past';
type Products = { items: ProductCardData[]; total: number; page: number; size: number };
export type ShownChannel = { channel: ChannelPage; when: Part | null } & Record<
  Part,
  Products | null
>;

/** The page of a channel as everybody sees it. */
export function PublicChannel({ channel, when, upcoming, past }: ShownChannel) {
  const { t } = useTranslation('channels');
  const isEmpty = !when && upcoming?.total === 0 && past?.total === 0;
  return (
    <>
      <ChannelHead channel={channel} />
      <PageBody>
        <ChannelOffer channel={channel} />
        <ChannelTabs slug={channel.slug} when={when} />
        {isEmpty && <Nothing title={t('page.none')} />}
        <Shows part="upcoming" products={upcoming} isWhole={when !== null} first />
        <Shows part="past" products={past} isWhole={when !== null} first={upcoming?.total === 0} />
        <div className={classes.tell}>
          <LeadsSlot of="channel" slug={channel.slug} />
        </div>
        <DonateBlock slug={channel.slug} title={channel.title} />
      </PageBody>
    </>
  );
}

function Nothing({ title }: { title: string }) {
  const { t } = useTranslation('channels');
  return <EmptyState icon={IconCalendarOff} title={title} text={t('page.noneText')} />;
}

type ShowsProps = {
  part: Part;
  products: Products | null;
  /** Nothing else stands on the page: what is empty says so, and there may be more pages. */
  isWhole: boolean;
  first?: boolean;
};

function Shows({ part, products, isWhole, first }: ShowsProps) {
  const { t } = useTranslation('channels');
  if (!products) return null;
  const { items, total } = products;
  if (total === 0) {
    return isWhole ? <Nothing title={t(`page.none.${part}`)} /> : null;
  }
  return (
    <section className={classes.part} aria-labelledby={`shows-${part}`}>
      <div className={classes.partHead}>
        <h2 id={`shows-${part}`}>{t(`page.${part}`)}</h2>
        {!isWhole && total > items.length && (
          <Link to={`?when=${part}`}>{t('page.all', { count: total })}</Link>
        )}
      </div>
      <CardGrid as="ul">
        {items.map((card, at) => (
          <li key={card.id}>
            <ProductCard card={card} among={items.length} priority={first && at < 2} />
          </li>
        ))}
      </CardGrid>
      {isWhole && <PageLinks page={products} addressOf={(page) => `?when=${part}&page=${page}`} />}
    </section>
  );
}
