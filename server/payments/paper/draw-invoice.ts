import type { Language } from '#contract/shared/languages.ts';
import type { WholeInvoice } from '../invoices.queries.ts';
import type { Party } from './paper.ts';
import { dayText, momentText, moneyText, rateText, say } from './said.ts';
import { type Ink, page, Sheet } from './sheet.ts';

const quiet: Ink = { color: '#6b6675', size: 8.5 };
const strong: Ink = { weight: 600 };
const columns = {
  title: { x: page.left, width: 232 },
  rate: { x: 292, width: 50 },
  net: { x: 342, width: 65 },
  tax: { x: 407, width: 60 },
  total: { x: 467, width: 72 },
} as const;
type Column = keyof typeof columns;

/** Draws an invoice from what was frozen when it was issued. */
export async function drawInvoice(invoice: WholeInvoice): Promise<Buffer> {
  const { language, number, paper, issuedAt } = invoice;
  const title = `${say(language, `paper.title.${titleOf(invoice)}`)} ${number}`;
  const sheet = new Sheet({ title, author: paper.issuer.name, language, madeAt: issuedAt });
  let y = drawHead(sheet, invoice);
  y = drawParties(sheet, invoice, y);
  y = drawLines(sheet, invoice, y);
  y = drawSums(sheet, invoice, y);
  drawNotes(sheet, invoice, y);
  return sheet.finish();
}

const titleOf = ({ kind, form }: WholeInvoice) => (kind === 'rectifying' ? 'rectifying' : form);

function drawHead(sheet: Sheet, invoice: WholeInvoice): number {
  const { language, number, issuedAt, paper } = invoice;
  const title = say(language, `paper.title.${titleOf(invoice)}`);
  const whole = { x: page.left, width: page.right - page.left };
  let y = sheet.write(title, { ...whole, y: page.top }, { size: 20, weight: 600 });
  y = sheet.write(`${say(language, 'paper.number')} ${number}`, { ...whole, y: y + 2 }, strong);
  y = sheet.write(`${say(language, 'paper.issued')} ${dayText(issuedAt, language)}`, {
    ...whole,
    y,
  });
  y = sheet.write(`${say(language, 'paper.order')} ${paper.orderId}`, { ...whole, y }, quiet);
  if (paper.corrects) {
    const { number: corrected, issuedAt: on, reason } = paper.corrects;
    const values = { number: corrected, day: dayText(on, language), reason };
    y = sheet.write(say(language, 'paper.corrects', values), { ...whole, y: y + 6 });
  }
  return y + 14;
}

function drawParties(sheet: Sheet, { language, paper }: WholeInvoice, y: number): number {
  const half = (page.right - page.left - 24) / 2;
  const left = { x: page.left, width: half };
  const right = { x: page.left + half + 24, width: half };
  sheet.rule(y);
  const seller = say(language, 'paper.issuer');
  const below = drawParty(sheet, { label: seller, party: paper.issuer, language, ...left, y });
  const buyer = say(language, 'paper.buyer');
  const beside = drawParty(sheet, { label: buyer, party: paper.buyer, language, ...right, y });
  return Math.max(below, beside) + 14;
}

type PartyBox = {
  label: string;
  party: Party;
  language: Language;
  x: number;
  width: number;
  y: number;
};

function drawParty(sheet: Sheet, { label, party, language, x, width, y: top }: PartyBox): number {
  let y = sheet.write(label, { x, width, y: top + 10 }, quiet);
  y = sheet.write(party.name, { x, width, y }, strong);
  const taxId = party.taxId && `${say(language, 'paper.taxId')} ${party.taxId}`;
  const town = [party.postalCode, party.city, party.country].filter(Boolean).join(' ');
  for (const line of [taxId, party.address, town, party.email]) {
    if (line) y = sheet.write(line, { x, width, y });
  }
  return y;
}

function drawRow(sheet: Sheet, y: number, cells: Record<Column, string>, ink: Ink = {}): number {
  const ends = (Object.keys(columns) as Column[]).map((column) => {
    const align = column === 'title' ? 'left' : 'right';
    return sheet.write(cells[column], { ...columns[column], y }, { ...ink, align });
  });
  return Math.max(y, ...ends);
}

function drawLines(sheet: Sheet, invoice: WholeInvoice, top: number): number {
  const { language, currency, paper } = invoice;
  const heads = Object.fromEntries(
    (Object.keys(columns) as Column[]).map((name) => [
      name,
      say(language, `paper.columns.${name}`),
    ]),
  ) as Record<Column, string>;
  sheet.rule(top);
  let y = drawRow(sheet, top + 8, heads, quiet);
  for (const line of paper.lines) {
    y = sheet.room(y + 6, 40);
    y = drawRow(sheet, y, {
      title: line.title,
      rate: rateText(line.taxRate, language),
      net: moneyText(line.net, currency, language),
      tax: moneyText(line.tax, currency, language),
      total: moneyText(line.total, currency, language),
    });
    if (line.startsAt) {
      y = sheet.write(momentText(line.startsAt, language), { ...columns.title, y }, quiet);
    }
  }
  return y + 10;
}

function drawSums(sheet: Sheet, invoice: WholeInvoice, top: number): number {
  const { language, currency, paper } = invoice;
  const start = sheet.room(top, 60 + paper.taxes.length * 16);
  sheet.rule(start);
  const label = { x: 292, width: 160 };
  const value = { x: 452, width: page.right - 452 };
  let y = start + 8;
  const row = (text: string, amount: number, ink: Ink = {}) => {
    sheet.write(text, { ...label, y }, ink);
    const money = moneyText(amount, currency, language);
    y = sheet.write(money, { ...value, y }, { ...ink, align: 'right' }) + 2;
  };
  row(say(language, 'paper.net'), invoice.net);
  for (const { rate, net, tax } of paper.taxes) {
    const base = moneyText(net, currency, language);
    row(say(language, 'paper.tax', { rate: rateText(rate, language), base }), tax);
  }
  row(say(language, 'paper.total'), invoice.total, { weight: 600, size: 12 });
  return y + 14;
}

function drawNotes(sheet: Sheet, { language, paper, kind }: WholeInvoice, top: number): void {
  const whole = { x: page.left, width: page.right - page.left };
  let y = sheet.room(top, 50);
  if (paper.paidWith) {
    const means = say(language, kind === 'sale' ? 'paper.paid' : 'paper.returned', {
      lastFour: paper.paidWith.lastFour,
    });
    y = sheet.write(means, { ...whole, y });
  }
  if (paper.paidWith?.provider === 'sandbox') {
    y = sheet.write(say(language, 'paper.sandbox'), { ...whole, y: y + 2 }, strong);
  }
  sheet.write(say(language, 'paper.kept'), { ...whole, y: y + 6 }, quiet);
}
