import type { Shipment } from '#contract/shipments.ts';
import type { Person } from '#server/accounts/index.ts';
import type { Mail } from '#server/platform/mail/index.ts';
import { say } from './said.ts';

type Reader = Pick<Person, 'id' | 'email' | 'name' | 'language'>;
type About = {
  channel: string;
  shipment: Pick<
    Shipment,
    'method' | 'items' | 'address' | 'pickup' | 'carrier' | 'trackingCode' | 'trackingUrl'
  >;
};

/** What is in it, as people say it: `2 × Poster, Programme`. */
const thingsOf = (items: About['shipment']['items']): string =>
  items
    .filter(({ givenBack }) => !givenBack)
    .map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title))
    .join(', ');

/** To the buyer: it is on its way, or can be picked up. */
export function shipmentSentMail(
  { id, email, name, language }: Reader,
  { channel, shipment }: About,
): Mail {
  const { method, address, pickup, carrier, trackingCode } = shipment;
  const things = thingsOf(shipment.items);
  const values = { channel, things };
  const word = (key: string) => say(language, `letter.${key}`, values);
  const facts: [string, string][] = [[word('things'), things]];
  if (method === 'pickup') facts.push([word('place'), pickup.replaceAll('\n', ', ')]);
  if (address) {
    const town = [address.postalCode, address.city].filter(Boolean).join(' ');
    facts.push([word('to'), [address.name, address.street, town].join(', ')]);
  }
  if (carrier) facts.push([word('carrier'), carrier]);
  if (trackingCode) facts.push([word('tracking'), trackingCode]);
  return {
    ...{ userId: id, to: email, language, kind: 'shipment-sent' },
    letter: {
      subject: word(`${method}.subject`),
      greeting: say(language, name ? 'letter.greeting' : 'letter.greetingNobody', { name }),
      paragraphs: [word(`${method}.text`)],
      facts,
      button: { label: word('button'), path: '/mystuff/orders' },
      reason: word('reason'),
    },
  };
}
