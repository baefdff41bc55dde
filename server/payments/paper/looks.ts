import type { Language } from '#contract/shared/languages.ts';
import type { WholeInvoice } from '../invoices.queries.ts';
import type { Letterhead } from './letterhead.ts';
import { moneyText } from './said.ts';
import { type Ink, page, type Sheet } from './sheet.ts';

/** A paper of the house: what is drawn on, whose it is, what it is called, and its language. */
export type Stationery = { sheet: Sheet; head: Letterhead; title: string; language: Language };
/** An invoice being drawn. */
export type Drawing = Stationery & { invoice: WholeInvoice };

export const whole = { x: page.left, width: page.right - page.left };
export const quiet: Ink = { color: '#625d57', size: 8.5 };
export const strong: Ink = { weight: 600 };

/** A sum in euro, on papers in another currency that say it. */
export const euroSum = (amount: number, { language, paper }: WholeInvoice): string =>
  moneyText(amount, 'EUR', { language, ...(paper.euroMarks ? { marks: paper.euroMarks } : {}) });

/** A sum as the paper writes it. */
export const sum = (amount: number, { currency, language, paper }: WholeInvoice): string =>
  moneyText(amount, currency, { language, ...(paper.marks ? { marks: paper.marks } : {}) });
