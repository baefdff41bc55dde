import type { WholeInvoice } from '../invoices.queries.ts';
import { type CodePlace, drawCode } from './draw-code.ts';
import { drawBrand, drawEdges } from './draw-edges.ts';
import { drawLines, drawSums } from './draw-lines.ts';
import type { Letterhead } from './letterhead.ts';
import { type Drawing, quiet, strong, whole } from './looks.ts';
import type { Party } from './paper.ts';
import { dayText, momentText, say } from './said.ts';
import { page, Sheet } from './sheet.ts';

/** Draws an invoice from what was frozen when it was issued, under the head of that day. */
export async function drawInvoice(invoice: WholeInvoice, head: Letterhead): Promise<Buffer> {
  const { language, number, paper, issuedAt } = invoice;
  const title = `${say(language, `paper.title.${titleOf(invoice)}`)} ${number}`;
  const subject = say(language, 'paper.kept', { site: head.name });
  const about = { title, subject, author: paper.issuer.name, language, madeAt: issuedAt };
  const sheet = new Sheet(about);
  const drawing = { sheet, head, invoice, title, language };
  const code = drawCode(drawing);
  let y = drawBrand(drawing, code.left);
  y = drawHead(drawing, y + 26, code);
  y = drawParties(drawing, y);
  y = drawLines(drawing, y);
  y = drawSums(drawing, y);
  drawNotes(drawing, y);
  drawEdges(drawing);
  return sheet.finish();
}

const titleOf = ({ kind, form }: WholeInvoice) => (kind === 'rectifying' ? 'rectifying' : form);

// Of number, day and order. Papers of before numbers had marks stay as they were, to the byte.
const narrow = [
  [page.left, 90],
  [144, 198],
  [348, 199],
];
const wide = [
  [page.left, 112],
  [168, 176],
  [352, 195],
];

function drawHead({ sheet, invoice, head }: Drawing, top: number, code: CodePlace): number {
  const { language, number, issuedAt, paper } = invoice;
  const title = say(language, `paper.title.${titleOf(invoice)}`);
  const beside = { x: code.left, width: page.right - code.left, y: top };
  let y = sheet.write(title, beside, { size: 27, weight: 800, tag: 'H1' });
  y = Math.max(y, code.bottom);
  const facts = [
    [say(language, 'paper.number'), number],
    [say(language, 'paper.issued'), momentText(issuedAt, language)],
    [say(language, 'paper.order'), paper.orderNumber ?? paper.orderId],
  ] as const;
  const columns = /-[A-Z]{4,8}-/.test(number) ? wide : narrow;
  const ends = facts.map(([label, value], at) => {
    const [x = 0, width = 0] = columns[at] ?? [];
    const below = sheet.write(label, { x, width, y: y + 6 }, quiet);
    const ink = columns === wide ? { ...strong, ...sheet.onOneLine(value, width, strong) } : strong;
    return sheet.write(value, { x, width, y: below + 1 }, ink);
  });
  y = Math.max(...ends) + 12;
  if (!paper.corrects) return y;
  const { number: corrected, issuedAt: on, reason } = paper.corrects;
  const values = { number: corrected, day: dayText(on, language), reason };
  return drawPanel(sheet, say(language, 'paper.corrects', values), { y, color: head.soft });
}

/** One sentence that must not be overlooked, on a ground of its own. */
function drawPanel(sheet: Sheet, text: string, { y, color }: { y: number; color: string }): number {
  const width = whole.width - 28;
  const height = sheet.heightOf(text, width) + 16;
  sheet.ground({ ...whole, y, height, radius: 7 }, color);
  sheet.write(text, { x: page.left + 14, width, y: y + 8 });
  return y + height + 12;
}

function drawParties({ sheet, invoice }: Drawing, y: number): number {
  const { language, paper } = invoice;
  const half = (whole.width - 24) / 2;
  const left = { x: page.left, width: half };
  const right = { x: page.left + half + 24, width: half };
  sheet.rule(y);
  const seller = say(language, 'paper.issuer');
  const below = drawParty(sheet, { label: seller, party: paper.issuer, invoice, ...left, y });
  const buyer = say(language, 'paper.buyer');
  const beside = drawParty(sheet, { label: buyer, party: paper.buyer, invoice, ...right, y });
  return Math.max(below, beside) + 20;
}

type PartyBox = {
  label: string;
  party: Party;
  invoice: WholeInvoice;
  x: number;
  width: number;
  y: number;
};

function drawParty(sheet: Sheet, { label, party, invoice, x, width, y: top }: PartyBox): number {
  const { language, paper } = invoice;
  return sheet.group('Sect', () => {
    let y = sheet.write(label, { x, width, y: top + 12 }, { ...quiet, tag: 'H2' });
    y = sheet.write(party.name, { x, width, y: y + 2 }, { ...strong, size: 11 });
    const taxId = party.taxId && `${say(language, 'paper.taxId')} ${party.taxId}`;
    const town = [party.postalCode, party.city].filter(Boolean).join(' ');
    const country = paper.countries?.[party.country] ?? party.country;
    for (const line of [taxId, party.address, town, country, party.email]) {
      if (line) y = sheet.write(line, { x, width, y });
    }
    return y;
  });
}

function drawNotes({ sheet, invoice, head }: Drawing, top: number): void {
  const { language, paper, kind } = invoice;
  let y = sheet.fits(top, 80) ? top : sheet.turn();
  if (paper.paidWith?.provider === 'sandbox') {
    y = drawPanel(sheet, say(language, 'paper.sandbox'), { y, color: '#f4f2ef' });
  }
  if (paper.paidWith) {
    const means = say(language, kind === 'sale' ? 'paper.paid' : 'paper.returned', {
      lastFour: paper.paidWith.lastFour,
    });
    y = sheet.write(means, { ...whole, y });
  }
  sheet.write(say(language, 'paper.kept', { site: head.name }), { ...whole, y: y + 3 }, quiet);
}
