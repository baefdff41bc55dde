import type { WholeInvoice } from '../invoices.queries.ts';
import type { Letterhead } from './letterhead.ts';
import { moneyText } from './said.ts';
import { type Ink, page, type Sheet } from './sheet.ts';

/** What is drawn on, whose it is, and what it says. */
export type Drawing = { sheet: Sheet; head: Letterhead; invoice: WholeInvoice; title: string };

export const whole = { x: page.left, width: page.right - page.left };
export const quiet: Ink = { color: '#625d57', size: 8.5 };
export const strong: Ink = { weight: 600 };

/** A sum as the paper writes it. */
export const sum = (amount: number, { currency, language, paper }: WholeInvoice): string =>
  moneyText(amount, currency, { language, ...(paper.marks ? { marks: paper.marks } : {}) });
