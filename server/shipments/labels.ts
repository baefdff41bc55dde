import type { Language } from '#contract/shared/languages.ts';
import type { PostalAddress } from '#contract/shipments.ts';
import { countryNames, page, Sheet } from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { say } from './said.ts';
import { shipmentsByIds } from './shipments.queries.ts';

/** Two in a row, four rows: what sheets of labels of 99 by 68 millimetres have. */
const columns = 2;
const rows = 4;
const size = { width: page.width / columns, height: page.height / rows };
const inner = { x: 36, y: 30 };

/**
 * Address labels of these parcels, eight to a sheet, in the order asked for. 404 when one of them is out
 * of the actor's reach, is picked up, or has lost its address.
 */
export async function labelsPdf(
  ids: readonly string[],
  { actor, language }: { actor: Actor; language: Language },
): Promise<FileAnswer> {
  const found = new Map((await shipmentsByIds(actor, ids)).map((one) => [one.id, one]));
  const labels = ids.map((id) => {
    const { address, channel, orderNumber } = orRefuse(found.get(id));
    return { address: orRefuse(address), from: channel.title, orderNumber };
  });
  const title = say(language, 'label.title');
  const about = { title, subject: title, author: labels[0]?.from ?? '', language };
  const sheet = new Sheet({ ...about, madeAt: nowText() });
  for (const [at, label] of labels.entries()) {
    const place = at % (columns * rows);
    if (at > 0 && place === 0) sheet.turn();
    drawLabel(sheet, label, place);
  }
  return { name: `${say(language, 'label.file')}.pdf`, content: await sheet.finish() };
}

type Label = { address: PostalAddress; from: string; orderNumber: string };

function drawLabel(sheet: Sheet, { address, from, orderNumber }: Label, place: number): void {
  const width = size.width - 2 * inner.x;
  const x = (place % columns) * size.width + inner.x;
  const top = Math.floor(place / columns) * size.height + inner.y;
  sheet.group('Sect', () => {
    let y = sheet.write(from, { x, width, y: top }, { size: 7.5, color: '#6a6570' }) + 8;
    for (const line of addressLines(address)) {
      y = sheet.write(line, { x, width, y }, { size: 12, weight: 600 });
    }
    sheet.write(orderNumber, { x, width, y: y + 6 }, { size: 7.5, color: '#6a6570' });
  });
}

/** As it stands on a letter: the country in English and capitals, which every post reads. */
export const addressLines = (address: PostalAddress): string[] => {
  const { name, street, second, city, postalCode, region, country, phone } = address;
  const town =
    country === 'GB' || country === 'US' ? [city, region, postalCode] : [postalCode, city];
  const province = country === 'GB' || country === 'US' ? '' : region;
  const land = countryNames([country], 'en')[country] ?? country;
  const lines = [name, street, second, town.filter(Boolean).join(' '), province];
  return [...lines, land.toUpperCase(), phone].filter(Boolean);
};
