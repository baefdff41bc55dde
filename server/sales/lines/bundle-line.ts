import type { BundleItem } from '#contract/order-items.ts';
import {
  findProduct,
  isBundle,
  isSent,
  listParts,
  type Product,
  priceNow,
  saleIsOpen,
  seatsLeft,
} from '#server/catalog/index.ts';
import { now } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, Refusal, refuse } from '#server/platform/errors.ts';
import { priceWith, spendsCode, type TicketRow } from '#server/tickets/index.ts';
import { bundlePrice, partPrices } from './bundle.rules.ts';
import type { LineRules, NewLine } from './line.ts';
import { codeOf } from './scarce.ts';
import { demandReach, demandSession, isOwned, ticketFee, ticketsOf } from './ticket-line.ts';

type Part = Awaited<ReturnType<typeof listParts>>[number];

/** A bundle: one price, and a ticket for each of its parts, which are lines of their own. */
export const bundleLine: LineRules<BundleItem> = {
  async plan({ actor, ticketsFor }, item) {
    const bundle = orRefuse(await findProduct(db(), item.productSlug));
    if (!isBundle(bundle)) refuse('SERVER_ERROR_NOT_FOUND');
    const code = await demandReach(actor, bundle, { code: item.code, sessionId: null });
    const parts = await listParts(db(), bundle.id);
    // What is sent gives no ticket: it is sold by itself.
    const isTickets = parts.length > 0 && !parts.some(({ product }) => isSent(product));
    if (!isTickets) refuse('PRODUCT_NOT_FOR_SALE');
    const tickets = await ticketsFor(parts.map(({ product }) => product.id));
    const { from: priceFrom, total } = priceWith(code, priceNow(bundle, now()));
    const shown = parts.map(({ product }) => priceNow(product, now()));
    const shares = partPrices(total, shown);
    const lines: NewLine[] = [];
    for (const [index, part] of parts.entries()) {
      const session = demandPart(index, part, tickets);
      const share = { ...orRefuse(shares[index]), taxRate: part.product.taxRate, priceFrom };
      const { status } = bundle;
      const fee = await ticketFee({ ...part.product, status }, { total: share.total, session });
      lines.push({ ...lineOf(part.product, session), ...share, fee });
    }
    const line: NewLine = {
      ...lineOf(bundle, null),
      ...bundlePrice(total, shown),
      kind: 'bundle',
      priceFrom,
      fee: lines.reduce((sum, { fee }) => sum + fee, 0),
      code: code && spendsCode(bundle, { from: priceFrom }) ? code.code : null,
    };
    return {
      line,
      parts: lines,
      seller: { channelId: bundle.channelId, currency: bundle.currency },
      expired: parts.flatMap(({ product }) => ticketsOf(product, tickets)),
      isFull: parts.some(({ product, sessionId }) =>
        product.sessions.some((one) => one.id === sessionId && seatsLeft(one) === 0),
      ),
    };
  },

  holds: ({ code }) => (code ? [codeOf(code)] : []),
  // Its parts give what was bought, and take it back.
  secure: () => Promise.resolve(),
  release: () => Promise.resolve(),
};

/** The showing of a part that can be had; a refusal says which part it is. */
function demandPart(index: number, { product, sessionId }: Part, tickets: readonly TicketRow[]) {
  const field = `parts.${index}`;
  const fault = { fields: { [field]: 'invalid' as const }, values: { title: product.title } };
  if (isOwned(product, tickets)) refuse('PART_OWNED', fault);
  if (!saleIsOpen(product, now())) refuse('PRODUCT_NOT_FOR_SALE', fault);
  try {
    return demandSession(product, sessionId);
  } catch (error) {
    if (error instanceof Refusal) refuse(error.code, fault);
    throw error;
  }
}

const lineOf = (product: Product, session: ReturnType<typeof demandSession>) => ({
  kind: 'ticket' as const,
  title: product.title,
  productId: product.id,
  sessionId: session?.id ?? null,
  quantity: 1,
  details: {},
  code: null,
  holdsSeat: session !== null && session.capacity !== null,
});
