import { lazy, Suspense, useId } from 'react';
import { Form, Link } from 'react-router';
import type { ProductDetail } from '#contract/catalog.ts';
import type { SessionOnSale } from '#contract/sales.ts';
import { isDatedType, sentTypes } from '#contract/shared/product-kinds.ts';
import type { ProductShipping } from '#contract/shipping.ts';
import type { SiteOffer } from '#contract/site-subscription.ts';
import { LeadsSlot } from '#web/leads/shared/leads-slot.tsx';
import { formatNumber } from '#web/platform/format.ts';
import { useSiteConfig } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { ApproximatePrice } from '#web/ui/approximate-price.tsx';
import { Price } from '#web/ui/price.tsx';
import { usePresence } from '#web/ui/use-presence.ts';
import { When } from '#web/ui/when.tsx';
import classes from './buy-panel.module.css';
import { Seats } from './seats.tsx';
import { SessionChoice } from './session-choice.tsx';
import { SiteWay } from './site-way.tsx';
import { useMine } from './use-mine.ts';

/** Strangers never see it, and do not wait for it. */
const MinePanel = lazy(async () => ({ default: (await import('./mine-panel.tsx')).MinePanel }));
/** What is inside is asked for when the page stands. */
const BundleParts = lazy(async () => ({
  default: (await import('./bundle-parts.tsx')).BundleParts,
}));
/** Whoever scrolls away from the button takes it along: nobody has, until somebody is there. */
// Of things that are sent alone.
const WhereItGoes = lazy(async () => ({
  default: (await import('./where-it-goes.tsx')).WhereItGoes,
}));
const BuyBar = lazy(async () => ({ default: (await import('./buy-bar.tsx')).BuyBar }));

type Props = {
  product: ProductDetail;
  code?: string;
  shipping?: ProductShipping | null;
  siteOffer?: SiteOffer | null;
};
type Session = ProductDetail['sessions'][number];

/** When, for how much, and the way to a ticket; for those who have one, the way in. */
export function BuyPanel({ product, code, shipping, siteOffer }: Props) {
  const { t } = useTranslation('catalog');
  const mine = useMine(product.slug);
  const sessions = mine ? withSeats(product.sessions, mine.sessions) : product.sessions;
  const canBuy = mine ? mine.can.buy : product.can.buy;
  const hasTicket = Boolean(mine?.ticket) && !canBuy;
  const sale = mine?.sale ?? product.sale;
  return (
    <section className={classes.panel} aria-label={t('buy.panel')} data-spare>
      {!hasTicket && sale !== 'barred' && <PriceLine product={product} />}
      {product.type === 'bundle' && (
        <Suspense>
          <BundleParts product={product} code={code} />
        </Suspense>
      )}
      {mine && (mine.ticket || mine.state === 'cancelled' || mine.can.watch || mine.can.edit) && (
        <Suspense>
          <MinePanel product={product} mine={mine} />
        </Suspense>
      )}
      {hasTicket ? null : canBuy ? (
        <BuyForm {...{ product, sessions, code }} canGift={(mine ?? product).can.gift} />
      ) : (
        <>
          <Times product={product} sessions={sessions} />
          <SaleNote product={product} sale={sale} sessions={sessions} />
        </>
      )}
      {siteOffer && !hasTicket && !mine?.can.watch && <SiteWay offer={siteOffer} />}
      {shipping && (
        <Suspense>
          <WhereItGoes shipping={shipping} />
        </Suspense>
      )}
      {!hasTicket && product.status === 'published' && (
        <LeadsSlot of="product" slug={product.slug} soldOut={hasSoldOut(sessions)} />
      )}
    </section>
  );
}

/** The page may be a minute old; the seats of whoever is logged in are asked anew. */
const withSeats = (sessions: Session[], fresh: SessionOnSale[]) =>
  sessions.map((session) => {
    const known = fresh.find(({ id }) => id === session.id);
    return known ? { ...session, ...known } : session;
  });

const hasSoldOut = (sessions: Session[]): boolean =>
  sessions.some((one) => one.seatsLeft === 0 && !one.ended && one.cancelledAt === null);

function PriceLine({ product }: Props) {
  const { t, language } = useTranslation('catalog');
  const { freeTag } = useSiteConfig();
  const { total, before, currency, tax, taxRate } = product.price;
  const rate = formatNumber(taxRate / 100, language);
  return (
    <div className={classes.price}>
      <p className={classes.amount} data-free={(freeTag && total === 0) || undefined}>
        {before !== null && (
          <s>
            <span className="said">{t('price.before')} </span>
            <Price amount={before} currency={currency} />
          </s>
        )}
        <strong>
          <Price amount={total} currency={currency} freeWord />
        </strong>
      </p>
      <ApproximatePrice amount={total} currency={currency} />
      {total > 0 && (
        <p className={classes.small}>{tax > 0 ? t('price.withTax', { rate }) : t('price.final')}</p>
      )}
      {product.offerEndsAt && (
        <p className={classes.small}>
          {t('price.offerUntil')} <When instant={product.offerEndsAt} style="short" />
        </p>
      )}
      {product.priceNote && <p className={classes.small}>{product.priceNote}</p>}
    </div>
  );
}

type FormProps = Props & { sessions: Session[]; canGift: boolean };

/** Works without script too: the chosen showing goes along to the checkout in its address. */
function BuyForm({ product, sessions, code, canGift }: FormProps) {
  const { t } = useTranslation('catalog');
  const open = sessions.filter((session) => session.open);
  const isFree = product.price.total === 0;
  const [first] = open;
  const id = useId();
  const isHere = usePresence();
  // What plays whenever one wants has no dates to be sold out.
  const isOpen = open.length > 0 || !isDatedType(product.type);
  const isThing = sentTypes.includes(product.type);
  const word = product.type === 'bundle' ? 'buy.bundle' : 'buy.ticket';
  const offered = isThing ? t('buy.thing') : t(isFree ? 'buy.free' : word);
  const label = isOpen ? offered : t('sale.soldOut');
  return (
    <Form id={id} action={`/products/${product.slug}/checkout`} className={classes.form}>
      {sessions.length > 1 ? (
        <SessionChoice sessions={sessions} chosen={first?.id} />
      ) : (
        <>
          <Times product={product} sessions={sessions} />
          {first && <input type="hidden" name="session" value={first.id} />}
        </>
      )}
      {sessions.length > 0 && sessions.every((session) => session.ended) && (
        <p className={classes.note}>{t('buy.recording')}</p>
      )}
      {code && <input type="hidden" name="code" value={code} />}
      <ActionButton type="submit" large wide disabled={!isOpen}>
        {label}
      </ActionButton>
      {isOpen && <CartButton product={product} />}
      {isOpen && canGift && <GiftButton />}
      {!isThing && <p className={classes.small}>{t('buy.personal')}</p>}
      {isOpen && isHere && (
        <Suspense>
          <BuyBar product={product} form={id} label={label} />
        </Suspense>
      )}
    </Form>
  );
}

/** What goes into the cart where it is no ticket. */
const kindInCart = ({ type }: ProductDetail): string =>
  sentTypes.includes(type) ? 'physical' : type === 'bundle' ? type : '';

/** Sends the same form to the cart, which puts in what is chosen here. */
function CartButton({ product }: Props) {
  const { t } = useTranslation('catalog');
  return (
    <>
      {kindInCart(product) && <input type="hidden" name="kind" value={kindInCart(product)} />}
      <button
        type="submit"
        name="add"
        value={product.slug}
        formAction="/shop"
        className={classes.cart}
      >
        {t('buy.cart')}
      </button>
    </>
  );
}

/** To the checkout with the date that is chosen here, for somebody else. */
function GiftButton() {
  const { t } = useTranslation('catalog');
  return (
    <button type="submit" name="gift" value="1" className={classes.cart}>
      {t('buy.gift')}
    </button>
  );
}

/** When it can be seen: at its dates, whenever one wants, or as its parts say. What is sent is not seen. */
function Times({ product, sessions }: Props & { sessions: Session[] }) {
  if (product.type === 'bundle' || sentTypes.includes(product.type)) return null;
  return isDatedType(product.type) ? <Dates sessions={sessions} /> : <AnyTime product={product} />;
}

/** It can be seen from now on, or its film is not ready yet. */
function AnyTime({ product }: Props) {
  const { t } = useTranslation('catalog');
  return <p className={classes.date}>{t(product.seconds === null ? 'vod.soon' : 'vod.any')}</p>;
}

function Dates({ sessions }: { sessions: Session[] }) {
  const { t } = useTranslation('catalog');
  if (sessions.length === 0) return <p className={classes.date}>{t('card.noDate')}</p>;
  return (
    <ul className={classes.dates}>
      {sessions.map((session) => (
        <li key={session.id} data-past={session.ended || undefined}>
          <span>
            {session.ended && session.open && `${t('card.recorded')} · `}
            <When instant={session.startsAt} />
          </span>
          <Seats session={session} />
        </li>
      ))}
    </ul>
  );
}

/** It is not sold by itself: what opens it, and the way there. That to the site has a place of its own. */
function Barred({ product: { openedBy, channel } }: Props) {
  const { t } = useTranslation('catalog');
  if (openedBy !== 'channel') return t(openedBy ? 'sale.bySite' : 'sale.barred');
  return (
    <Link to={`/channels/${channel.slug}/subscribe`}>
      {t('sale.byChannel', { channel: channel.title })}
    </Link>
  );
}

function SaleNote({ product, sale, sessions }: Props & Pick<ProductDetail, 'sale' | 'sessions'>) {
  const { t } = useTranslation('catalog');
  const { salesStartsAt, status } = product;
  const off = sessions.some((one) => one.cancelledAt && !one.ended);
  const gone = status === 'published' && sale !== 'not_yet';
  return (
    <>
      <div className={classes.note}>
        {status === 'draft' && t('sale.draft')}
        {status !== 'draft' &&
          sale === 'sold_out' &&
          t(sentTypes.includes(product.type) ? 'sale.outOfStock' : 'sale.soldOutNote')}
        {status !== 'draft' && sale === 'closed' && t(off ? 'sale.calledOff' : 'sale.closed')}
        {status !== 'draft' && sale === 'barred' && <Barred product={product} />}
        {sale === 'not_yet' && salesStartsAt && (
          <>
            {t('sale.notYet')} <When instant={salesStartsAt} />
          </>
        )}
      </div>
      {gone && (
        <ActionLink to={`/channels/${product.channel.slug}`} wide quiet>
          {t('sale.others')}
        </ActionLink>
      )}
    </>
  );
}
