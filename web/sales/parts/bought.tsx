import { Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconFileInvoice, IconGift, IconHeart, IconPackage, IconTicket } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Order, OrderLine } from '#contract/orders.ts';
import { PushLine } from '#web/notices/shared/push-line.tsx';
import { type Say, useTranslation } from '#web/platform/words.ts';
import { PaidMonth } from '#web/subscriptions/shared/paid-month.tsx';
import { InstallLine } from '#web/ui/install-line.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';
import { When } from '#web/ui/when.tsx';
import { AddToCalendar } from '../shared/add-to-calendar.tsx';
import { downloadInvoice } from '../shared/invoice-file.ts';
import { OrderNumber } from '../shared/order-number.tsx';
import classes from './bought.module.css';
import { timeOf } from './my-shows.ts';
import { WayIn } from './way-in.tsx';

/** The end of a purchase: the ticket is there, and where to go with it. */
export function Bought({ order }: { order: Order }) {
  if (order.lines.some(isShow)) return <BoughtShows order={order} />;
  if (order.lines.some(isThing)) return <BoughtThing order={order} />;
  if (order.lines.some(isFollowed)) return <PaidMonth order={order} />;
  return <BoughtShows order={order} />;
}

const isThing = ({ kind }: OrderLine) => kind === 'physical';
const isFollowed = ({ kind }: OrderLine) => kind === 'subscription';
/** What there is a ticket of, be it for somebody else; of a bundle its parts. */
const isShow = ({ kind }: OrderLine) => kind === 'ticket' || kind === 'gift';

/** That we write when it has left, or can be picked up. */
const sentText = (t: Say<'sales'>, { lines, pickup }: Order): string =>
  t(pickup === null ? 'bought.thingText' : 'bought.pickupText', {
    title: lines
      .filter(isThing)
      .map(({ title }) => title)
      .join(', '),
  });

/** Where and when, in the words of whoever sells it. */
function PickUp({ order: { pickup } }: { order: Order }) {
  const { t } = useTranslation('sales');
  if (pickup === null) return null;
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('bought.pickup')}
      </Text>
      <Text fw={600} maw={440} style={{ whiteSpace: 'pre-line' }}>
        {pickup}
      </Text>
    </div>
  );
}

/** The subscription that began with it. */
function AlsoFollowed({ order }: { order: Order }) {
  const { t } = useTranslation('sales');
  if (!order.lines.some(isFollowed)) return null;
  return (
    <Text maw={440}>
      {t('bought.followed', { channel: order.channel?.title ?? '' })}{' '}
      <Link to="/mystuff/subscriptions">{t('bought.subscriptions')}</Link>
    </Text>
  );
}

/** What is on its way beside the tickets. */
function AlsoSent({ order }: { order: Order }) {
  const { t } = useTranslation('sales');
  if (!order.lines.some(isThing)) return null;
  return (
    <>
      <Text maw={440}>
        {sentText(t, order)} <Link to="/mystuff/orders">{t('bought.orders')}</Link>
      </Text>
      <PickUp order={order} />
    </>
  );
}

function BoughtShows({ order }: { order: Order }) {
  const { t } = useTranslation('sales');
  const heading = useRef<HTMLHeadingElement>(null);
  // The form had the focus and is gone: without this a screen reader would hear nothing of it.
  useEffect(() => heading.current?.focus(), []);
  const shows = order.lines.filter(isShow);
  const [line] = shows;
  const isOne = shows.length === 1;
  const given = order.lines.find(({ kind }) => kind === 'gift' || kind === 'donation');
  if (given && (given.kind === 'gift' || shows.length === 0)) {
    return <Given order={order} line={given} />;
  }
  return (
    <Panel>
      <Stack align="center" ta="center" gap="md" py="lg">
        <ThemeIcon size={64} radius="xl" variant="light">
          <IconTicket size={34} />
        </ThemeIcon>
        <Title ref={heading} order={1} size="h2" tabIndex={-1}>
          {t(isOne ? 'bought.title' : 'bought.titleMany')}
        </Title>
        <Text maw={440}>
          {isOne ? t('bought.text', { title: line?.title ?? '' }) : t('bought.textMany')}
        </Text>
        {!isOne && <Shows lines={shows} />}
        {isOne && line?.session && (
          <Text fw={600}>
            <When instant={line.session.startsAt} style="full" />
          </Text>
        )}
        <OrderNumber number={order.number} />
        <AlsoSent order={order} />
        <AlsoFollowed order={order} />
        {line && isOne ? <WaysOn order={order} line={line} /> : <MySpaceWay order={order} />}
        <PushLine text={t('bought.remind')} />
        <InstallLine />
      </Stack>
    </Panel>
  );
}

/** What was bought together, each with its hour. */
function Shows({ lines }: { lines: OrderLine[] }) {
  return (
    <ul className={classes.shows}>
      {lines.map(({ id, title, session }) => (
        <li key={id}>
          <Text fw={600}>{title}</Text>
          {session && (
            <Text size="sm">
              <When instant={session.startsAt} />
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The same of something that is sent: there is nothing to enter, and it is on its way. */
function BoughtThing({ order }: { order: Order }) {
  const { t } = useTranslation('sales');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel>
      <Stack align="center" ta="center" gap="md" py="lg">
        <ThemeIcon size={64} radius="xl" variant="light">
          <IconPackage size={34} />
        </ThemeIcon>
        <Title ref={heading} order={1} size="h2" tabIndex={-1}>
          {t('bought.thing')}
        </Title>
        <Text maw={440}>{sentText(t, order)}</Text>
        <PickUp order={order} />
        <OrderNumber number={order.number} />
        <AlsoFollowed order={order} />
        <div className={classes.others}>
          <Button component={Link} to="/mystuff/orders" size="md">
            {t('bought.orders')}
          </Button>
          <InvoiceButton order={order} />
        </div>
      </Stack>
    </Panel>
  );
}

/** Where several tickets are, and the paper of all of them. */
function MySpaceWay({ order }: { order: Order }) {
  const { t } = useTranslation('sales');
  return (
    <div className={classes.others}>
      <Button component={Link} to="/mystuff/products" size="md">
        {t('bought.mine')}
      </Button>
      <InvoiceButton order={order} />
    </div>
  );
}

function InvoiceButton({ order }: { order: Order }) {
  const { t } = useTranslation('sales');
  const [invoice] = order.invoices;
  if (!invoice) return null;
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconFileInvoice size={18} aria-hidden />}
      aria-label={t('bought.invoice', { number: invoice.number })}
      title={t('bought.invoice', { number: invoice.number })}
      onClick={() => void downloadInvoice(order.id, invoice)}
    >
      {t('sale.invoice')}
    </Button>
  );
}

/** The end of what was for somebody else: a ticket, or money. */
function Given({ order, line }: { order: Order; line: OrderLine }) {
  const { t } = useTranslation('sales');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isGift = line.kind === 'gift';
  const Icon = isGift ? IconGift : IconHeart;
  // What is given is always somebody's of a channel.
  const { slug = '', title: channel = '' } = order.channel ?? {};
  return (
    <Panel>
      <Stack align="center" ta="center" gap="md" py="lg">
        <ThemeIcon size={64} radius="xl" variant="light">
          <Icon size={34} aria-hidden />
        </ThemeIcon>
        <Title ref={heading} order={1} size="h2" tabIndex={-1}>
          {isGift ? t('giving.giftPaid') : t('giving.thanks')}
        </Title>
        <Text maw={440}>
          {isGift
            ? t('giving.giftPaidText', { title: line.title })
            : t('giving.thanksText', { channel })}
        </Text>
        <OrderNumber number={order.number} />
        <AlsoFollowed order={order} />
        <Group justify="center">
          <Button component={Link} to="/mystuff/orders" size="md">
            {isGift ? t('giving.myGifts') : t('mine.tab.orders')}
          </Button>
          <Button component={Link} to={`/channels/${slug}`} variant="default" size="md">
            {t('giving.back', { channel })}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

/** What comes first by the time that is left, and everything else as one row. */
function WaysOn({ order, line }: { order: Order; line: OrderLine }) {
  const { t } = useTranslation('sales');
  const { title, session } = line;
  const productSlug = line.productSlug ?? '';
  const time = timeOf(session, order.serverNow);
  const waits = time === 'ahead';
  const way = time === 'recorded' ? 'watch' : 'enter';
  const calendar = { slug: productSlug, title };
  return (
    <>
      <div className={classes.first}>
        {session && waits ? (
          <AddToCalendar {...calendar} session={session} variant="filled" size="md" />
        ) : (
          <WayIn slug={productSlug} way={way} size="md" />
        )}
      </div>
      <div className={classes.others}>
        {waits ? (
          <WayIn slug={productSlug} way={way} variant="default" size="md" />
        ) : (
          session && time === 'near' && <AddToCalendar {...calendar} session={session} size="md" />
        )}
        <Button component={Link} to="/mystuff/products" variant="default" size="md">
          {t('bought.mine')}
        </Button>
        {order.can.share && <ShareButton path={`/products/${productSlug}`} title={title} />}
        <InvoiceButton order={order} />
      </div>
    </>
  );
}
