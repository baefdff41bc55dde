import type { Letterhead } from './letterhead.ts';
import { quiet, type Stationery, strong } from './looks.ts';
import { say } from './said.ts';
import { page, type Sheet } from './sheet.ts';

const markSize = 30;

/** The head of the first page: the band of the accent, mark and name. Answers the y below it. */
export function drawBrand({ sheet, head }: Stationery, left: number = page.left): number {
  drawBand(sheet, head);
  const y = 36;
  if (head.picture?.is === 'wordmark') {
    const { png } = head.picture;
    const box = { fit: [220, markSize] as [number, number], valign: 'center' as const };
    sheet.draw((paper) => paper.image(png, left, y, box));
    return y + markSize;
  }
  drawMark(sheet, head, { x: left, y, size: markSize });
  const size = 17;
  const x = left + markSize + 10;
  const beside = { x, width: page.right - x };
  const below = sheet.write(head.name, { ...beside, y: y + 3 }, { size, weight: 800 });
  return Math.max(y + markSize, below);
}

const drawBand = (sheet: Sheet, { accent }: Letterhead) =>
  sheet.ground({ x: 0, y: 0, width: page.width, height: 6 }, accent);

type Spot = { x: number; y: number; size: number };

function drawMark(sheet: Sheet, { picture, glow }: Letterhead, { x, y, size }: Spot): void {
  sheet.draw((paper) => {
    if (picture) {
      paper.image(picture.png, x, y, { fit: [size, size], align: 'center', valign: 'center' });
      return;
    }
    // As in `houseMark`, whose field is 64 wide
    paper.translate(x, y).scale(size / 64);
    paper.roundedRect(0, 0, 64, 64, 16).fill('#131215');
    paper.lineCap('round').lineWidth(6);
    paper.path('M14 22a18 18 0 0 1 36 0').stroke(glow);
    paper.path('M22 34a10 10 0 0 1 20 0').strokeOpacity(0.75).stroke(glow);
    paper.circle(32, 46, 5).fillOpacity(1).fill(glow);
  });
}

/** What stands at the edges of every page: whose it is, and which page of how many. */
export function drawEdges(drawing: Stationery): void {
  const { sheet, language } = drawing;
  sheet.onEachPage((number, count) => {
    if (number > 1) drawRunningHead(drawing);
    const said = say(language, 'paper.page', { number, count });
    drawFoot(drawing, said);
  });
}

function drawRunningHead({ sheet, head, title }: Stationery): void {
  drawBand(sheet, head);
  const unread = { tag: null, size: 8.5 } as const;
  const half = (page.right - page.left) / 2 - 8;
  const y = 34;
  sheet.write(oneLine(head.name, 46), { x: page.left, width: half, y }, { ...strong, ...unread });
  const right = { x: page.left + half + 16, width: half, y };
  sheet.write(title, right, { ...quiet, ...unread, align: 'right' });
  sheet.rule(y + 18);
}

function drawFoot({ sheet, head }: Stationery, pageText: string): void {
  const small = { ...quiet, tag: null, size: 7.5 } as const;
  const y = page.bottom + 18;
  sheet.rule(y);
  const from = [head.name, head.operator, head.address].filter(Boolean).join(' · ');
  const width = page.right - page.left - 90;
  sheet.write(oneLine(from, 200), { x: page.left, width, y: y + 7 }, small);
  sheet.write(pageText, { x: page.right - 80, width: 80, y: y + 7 }, { ...small, align: 'right' });
}

const oneLine = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
