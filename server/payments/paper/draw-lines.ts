import type { WholeInvoice } from '../invoices.queries.ts';
import { type Drawing, euroSum, quiet, strong, sum } from './looks.ts';
import type { KeptPaper, PaperLine } from './paper.ts';
import { dayText, exchangeText, momentText, rateText, say } from './said.ts';
import { type Ink, page } from './sheet.ts';

const columns = {
  title: { x: page.left, width: 204 },
  rate: { x: 258, width: 46 },
  net: { x: 308, width: 78 },
  tax: { x: 390, width: 74 },
  total: { x: 467, width: 80 },
} as const;
type Column = keyof typeof columns;
type Cells = Record<Column, string>;
const names = Object.keys(columns) as Column[];

/** What was sold, a row each; a row never lies on two pages. Answers the y below. */
export function drawLines(drawing: Drawing, top: number): number {
  const { sheet, invoice } = drawing;
  return sheet.group('Table', () => {
    let y = drawHeads(drawing, top, 'TH');
    for (const line of invoice.paper.lines) {
      const height = heightOf(drawing, line);
      if (!sheet.fits(y, height)) y = drawHeads(drawing, sheet.turn(), null);
      drawLine(drawing, line, y);
      y += height;
      sheet.rule(y);
    }
    return y + 10;
  });
}

/** On the pages that follow the heads are there to be seen; they have been read out. */
function drawHeads({ sheet, invoice, head }: Drawing, y: number, tag: 'TH' | null): number {
  const cells = cellsOf((name) => say(invoice.language, `paper.columns.${name}`));
  const ink = { ...quiet, weight: 600, tag } as const;
  const below = sheet.group('TR', () => drawRow(sheet, { cells, y, ink })) + 5;
  sheet.rule(below, head.accent, 1.2);
  return below;
}

const cellsOf = (text: (name: Column) => string) =>
  Object.fromEntries(names.map((name) => [name, text(name)])) as Cells;

type Row = { cells: Cells; y: number; ink: Ink };

function drawRow(sheet: Drawing['sheet'], { cells, y, ink }: Row): number {
  const ends = names.map((name) => {
    const [text, box] = [cells[name], { ...columns[name], y }];
    if (name === 'title') return sheet.write(text, box, ink);
    return sheet.write(text, box, { ...sheet.onOneLine(text, box.width, ink), align: 'right' });
  });
  return Math.max(y, ...ends);
}

const padding = 7;

function heightOf({ sheet, invoice }: Drawing, line: PaperLine): number {
  const { width } = columns.title;
  const title = sheet.heightOf(line.title, width);
  const when = line.startsAt
    ? sheet.heightOf(momentText(line.startsAt, invoice.language), width, quiet)
    : 0;
  return title + when + 2 * padding;
}

const lineCells = (line: PaperLine, invoice: WholeInvoice): Cells => ({
  title: line.title,
  rate: rateText(line.taxRate, invoice.language),
  net: sum(line.net, invoice),
  tax: sum(line.tax, invoice),
  total: sum(line.total, invoice),
});

function drawLine({ sheet, invoice }: Drawing, line: PaperLine, top: number): void {
  const y = top + padding;
  sheet.group('TR', () => {
    drawRow(sheet, { cells: lineCells(line, invoice), y, ink: { tag: 'TD' } });
    if (!line.startsAt) return;
    const below = y + sheet.heightOf(line.title, columns.title.width);
    const when = momentText(line.startsAt, invoice.language);
    sheet.write(when, { ...columns.title, y: below }, { ...quiet, tag: 'TD' });
  });
}

const sums = { left: 290, value: 440 } as const;

/** Net, tax by rate, total: together on one page. Answers the y below. */
export function drawSums(drawing: Drawing, top: number): number {
  const { sheet, invoice } = drawing;
  const { paper } = invoice;
  const rows = rowsOf(invoice, (amount) => sum(amount, invoice));
  const euro = paper.euro ? (rows.length + 3) * 18 : 0;
  const start = sheet.fits(top, rows.length * 18 + 60 + euro) ? top : sheet.turn();
  const below = sheet.group('Table', () => {
    let y = start + 2;
    for (const [label, text] of rows) y = drawSum(drawing, { label, text, y });
    return drawTotal(drawing, y + 4);
  });
  return drawEuro(drawing, below);
}

/** What stands above a total: the base, and the tax of each rate. */
const rowsOf = (
  { language, net, paper: { taxes } }: Summed,
  said: (amount: number) => string,
): [string, string][] => [
  [say(language, 'paper.net'), said(net)],
  ...taxes.map(({ rate, net: base, tax }): [string, string] => {
    const values = { rate: rateText(rate, language), base: said(base) };
    return [say(language, 'paper.tax', values), said(tax)];
  }),
];
type Summed = Pick<WholeInvoice, 'language' | 'net'> & { paper: Pick<KeptPaper, 'taxes'> };

/** The same in euro, and by which rate, on papers in another currency: in Spain the tax has to be. */
function drawEuro(drawing: Drawing, top: number): number {
  const { sheet, invoice } = drawing;
  const { language, currency, paper } = invoice;
  const { euro } = paper;
  if (!euro) return top;
  const said = (amount: number) => euroSum(amount, invoice);
  const at = { day: dayText(`${euro.day}T12:00:00Z`, language) };
  const rate = exchangeText(euro.millionths, { currency, language });
  const head = { x: sums.left, width: page.right - sums.left - 10, y: top - 6 };
  const below = sheet.write(say(language, 'paper.euro.rate', { ...at, rate }), head, quiet);
  return sheet.group('Table', () => {
    let y = below + 4;
    const own = { language, net: euro.net, paper: euro };
    for (const [label, text] of rowsOf(own, said)) y = drawSum(drawing, { label, text, y });
    const label = say(language, 'paper.euro.total');
    return drawSum(drawing, { label, text: said(euro.total), y, ink: strong }) + 14;
  });
}

type Sum = { label: string; text: string; y: number; ink?: Ink };

function drawSum({ sheet }: Drawing, { label, text, y, ink = {} }: Sum): number {
  return sheet.group('TR', () => {
    const to = { x: sums.left, width: sums.value - sums.left, y };
    const below = sheet.write(label, to, { tag: 'TD', color: '#625d57', ...ink });
    const value = { x: sums.value, width: page.right - sums.value - 10, y };
    const fitted = sheet.onOneLine(text, value.width, { tag: 'TD', ...ink });
    return Math.max(below, sheet.write(text, value, { ...fitted, align: 'right' })) + 3;
  });
}

function drawTotal({ sheet, invoice, head }: Drawing, y: number): number {
  const height = 34;
  const left = sums.left - 12;
  sheet.ground({ x: left, y, width: page.right - left, height, radius: 7 }, head.soft);
  sheet.ground({ x: left, y, width: 3, height }, head.accent);
  const ink = { size: 13, weight: 600, tag: 'TD' } as const;
  sheet.group('TR', () => {
    sheet.write(say(invoice.language, 'paper.total'), { x: sums.left, width: 80, y: y + 8 }, ink);
    const value = { x: sums.left + 80, width: page.right - sums.left - 90, y: y + 8 };
    sheet.write(sum(invoice.total, invoice), value, { ...ink, align: 'right' });
  });
  return y + height + 18;
}
