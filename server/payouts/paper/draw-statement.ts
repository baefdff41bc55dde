import type { PayoutItem } from '#contract/payouts.ts';
import type { Language } from '#contract/shared/languages.ts';
import {
  countryNames,
  dayText,
  drawBrand,
  drawEdges,
  type Letterhead,
  moneyText,
  page,
  quiet,
  Sheet,
  type Stationery,
  strong,
  whole,
} from '#server/payments/index.ts';
import { sumsOf } from '../payouts.rules.ts';
import { say } from '../said.ts';
import type { StatedPayout } from '../statement.queries.ts';

type Given = {
  payout: StatedPayout;
  items: readonly PayoutItem[];
  language: Language;
  head: Letterhead;
};
type Drawing = Stationery & Given;

/** What a payment to an organizer paid, sale by sale and refund by refund, to the cent. */
export async function drawStatement(given: Given): Promise<Buffer> {
  const { payout, language, head } = given;
  const title = `${say(language, 'statement.title')} ${payout.reference}`;
  const madeAt = payout.settledAt ?? payout.collectedAt;
  const about = { title, subject: title, author: head.name, language, madeAt };
  const drawing: Drawing = { ...given, sheet: new Sheet(about), title };
  let y = drawBrand(drawing);
  y = drawHead(drawing, y + 26);
  y = drawReturned(drawing, y);
  y = drawPayee(drawing, y);
  y = drawItems(drawing, y + 18);
  y = drawSums(drawing, y + 8);
  drawTotal(drawing, y + 6);
  drawEdges(drawing);
  return drawing.sheet.finish();
}

function drawHead({ sheet, payout, language }: Drawing, top: number): number {
  const name = say(language, 'statement.title');
  const y = sheet.write(name, { ...whole, y: top }, { size: 27, weight: 800, tag: 'H1' });
  const paidOn = payout.settledAt ? dayText(payout.settledAt, language) : '';
  const facts: [string, string, number, number][] = [
    [say(language, 'statement.reference'), payout.reference, page.left, 150],
    [say(language, 'statement.paidOn'), paidOn, 204, 150],
    [say(language, 'statement.channel'), payout.channel.title, 360, 187],
  ];
  const ends = facts.map(([label, value, x, width]) => {
    const below = sheet.write(label, { x, width, y: y + 6 }, quiet);
    return sheet.write(value, { x, width, y: below + 1 }, strong);
  });
  return Math.max(...ends) + 14;
}

/** A payment that came back is no proof of one. */
function drawReturned({ sheet, payout, language, head }: Drawing, top: number): number {
  if (!payout.returnedAt) return top;
  const values = { day: dayText(payout.returnedAt, language), reason: payout.reason };
  const text = say(language, 'statement.returned', values);
  const box = { x: page.left + 14, width: whole.width - 24 };
  const height = sheet.heightOf(text, box.width, strong) + 16;
  sheet.ground({ ...whole, y: top, height, radius: 7 }, head.soft);
  sheet.ground({ x: page.left, y: top, width: 3, height }, head.accent);
  sheet.write(text, { ...box, y: top + 8 }, strong);
  return top + height + 14;
}

function drawPayee({ sheet, payout, language }: Drawing, top: number): number {
  sheet.rule(top);
  const { payee } = payout;
  const town = [payee.postalCode, payee.city].filter(Boolean).join(' ');
  const country = countryNames([payee.country], language)[payee.country] ?? '';
  const lines = [payee.taxId, payee.address, town, country, `IBAN ${payout.iban}`];
  return sheet.group('Sect', () => {
    const to = { ...whole, y: top + 12 };
    let y = sheet.write(say(language, 'statement.payee'), to, { ...quiet, tag: 'H2' });
    y = sheet.write(payee.name, { ...whole, y: y + 2 }, { ...strong, size: 11 });
    for (const line of lines.filter(Boolean)) y = sheet.write(line, { ...whole, y });
    return y;
  });
}

const columns = {
  // As wide as the longest day of a language, lest every row be two lines high for its year.
  day: { x: page.left, width: 118 },
  title: { x: 174, width: 150 },
  gross: { x: 328, width: 72 },
  fee: { x: 404, width: 66 },
  amount: { x: 474, width: 73 },
} as const;
type Column = keyof typeof columns;
const names = Object.keys(columns) as Column[];
const isWords = (name: Column) => name === 'day' || name === 'title';

function drawItems(drawing: Drawing, top: number): number {
  const { sheet, items } = drawing;
  return sheet.group('Table', () => {
    let y = drawHeads(drawing, top, 'TH');
    for (const item of items) {
      const height = heightOf(drawing, item);
      if (!sheet.fits(y, height)) y = drawHeads(drawing, sheet.turn(), null);
      drawItem(drawing, item, y + 6);
      y += height;
      sheet.rule(y);
    }
    return y;
  });
}

/** On the pages that follow the heads are there to be seen; they have been read out. */
function drawHeads({ sheet, language, head }: Drawing, y: number, tag: 'TH' | null): number {
  const ink = { ...quiet, weight: 600, tag } as const;
  const below = sheet.group('TR', () => {
    const ends = names.map((name) => {
      const text = say(language, `statement.columns.${name}`);
      const box = { ...columns[name], y };
      if (isWords(name)) return sheet.write(text, box, ink);
      return sheet.write(text, box, { ...ink, align: 'right' });
    });
    return Math.max(...ends) + 5;
  });
  sheet.rule(below, head.accent, 1.2);
  return below;
}

/** What kind of row it is, its show, and by which numbers it is found in the books of both. */
const aboutOf = (
  { kind, eventAt, invoice, orderNumber }: PayoutItem,
  language: Language,
): string => {
  const word = say(language, `statement.kinds.${kind}`);
  const order = say(language, 'statement.ofOrder', { order: orderNumber });
  const paper = invoice && say(language, 'statement.ofInvoice', { invoice });
  const first = eventAt ? `${word} · ${dayText(eventAt, language)}` : word;
  return [first, paper, order].filter(Boolean).join('\n');
};

function heightOf({ sheet, language }: Drawing, item: PayoutItem): number {
  const { width } = columns.title;
  const title = sheet.heightOf(item.title, width);
  const about = sheet.heightOf(aboutOf(item, language), width, quiet);
  const day = sheet.heightOf(dayText(item.bookedAt, language), columns.day.width);
  return Math.max(title + about, day) + 12;
}

function drawItem({ sheet, language, payout }: Drawing, item: PayoutItem, y: number): void {
  const cell = { tag: 'TD' } as const;
  const sum = (amount: number) => moneyText(amount, payout.currency, { language });
  sheet.group('TR', () => {
    sheet.write(dayText(item.bookedAt, language), { ...columns.day, y }, cell);
    const below = sheet.write(item.title, { ...columns.title, y }, cell);
    const about = aboutOf(item, language);
    sheet.write(about, { ...columns.title, y: below }, { ...quiet, tag: 'TD' });
    for (const name of ['gross', 'fee', 'amount'] as const) {
      // The fee is taken: it stands as what it takes.
      const text = sum(name === 'fee' ? 0 - item.fee : item[name]);
      const ink = sheet.onOneLine(text, columns[name].width, cell);
      sheet.write(text, { ...columns[name], y }, { ...ink, align: 'right' });
    }
  });
}

/** What all rows come to: sold and given back, our fee, and the tax that is in what is paid. */
function drawSums({ sheet, language, payout, items }: Drawing, top: number): number {
  const { sold, back, fee, tax } = sumsOf(items);
  const sums = { sold, back, fee: 0 - fee, tax };
  const lines = (Object.keys(sums) as (keyof typeof sums)[]).filter(
    (name) => name === 'sold' || sums[name] !== 0,
  );
  const height = 16;
  let y = sheet.fits(top, height * lines.length) ? top : sheet.turn();
  for (const name of lines) {
    const text = moneyText(sums[name], payout.currency, { language });
    sheet.write(say(language, `statement.sums.${name}`), { x: 292, width: 150, y }, quiet);
    sheet.write(text, { ...columns.amount, y }, { align: 'right' });
    y += height;
  }
  return y;
}

function drawTotal({ sheet, head, language, payout }: Drawing, top: number): void {
  const height = 34;
  const y = sheet.fits(top, height + 10) ? top : sheet.turn();
  const left = 278;
  sheet.ground({ x: left, y, width: page.right - left, height, radius: 7 }, head.soft);
  sheet.ground({ x: left, y, width: 3, height }, head.accent);
  const ink = { size: 13, weight: 600 } as const;
  const word = say(language, 'statement.total');
  sheet.write(word, { x: left + 14, width: 110, y: y + 8 }, ink);
  const text = moneyText(payout.amount, payout.currency, { language });
  const box = { x: left + 124, width: page.right - left - 134, y: y + 8 };
  sheet.write(text, box, { ...sheet.onOneLine(text, box.width, ink), align: 'right' });
}
