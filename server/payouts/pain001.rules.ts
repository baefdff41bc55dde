import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { plainIban } from '#contract/shared/iban-text.ts';
import { writeAmount } from '#contract/shared/money.ts';
import { inSepaLetters } from './sepa-letters.rules.ts';

export type Transfer = {
  endToEndId: string;
  name: string;
  iban: string;
  /** Cents. */
  amount: number;
  address: { address?: string; postalCode?: string; city: string; country: string };
  text: string;
};

export type TransferFile = {
  messageId: string;
  /** ISO text. */
  createdAt: string;
  /** `2026-12-03`. */
  executionDay: string;
  debtor: { name: string; iban: string };
  transfers: readonly Transfer[];
};

export const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const euro: CurrencyCode = 'EUR';

/** An element that is written; children are written already. */
const tag = (name: string, ...children: string[]): string =>
  `<${name}>${children.join('')}</${name}>`;

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text as XML has it; nothing that somebody typed is ever markup. */
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => named[one] ?? one);

/** An element with text of our own or of people, in the letters of banks. */
const words = (name: string, text: string, most: number): string =>
  tag(name, escaped(inSepaLetters(text, most)));

/** The same, left out when there is nothing to say. */
const maybe = (name: string, text: string | undefined, most: number): string =>
  text && inSepaLetters(text, most) !== '' ? words(name, text, most) : '';

const account = (name: string, iban: string): string =>
  tag(name, tag('Id', tag('IBAN', escaped(plainIban(iban)))));

/** In parts, as banks demand since 15 November 2026: town and country are elements of their own. */
const addressOf = ({ address, postalCode, city, country }: Transfer['address']): string =>
  tag(
    'PstlAdr',
    maybe('StrtNm', address, 70),
    maybe('PstCd', postalCode, 16),
    words('TwnNm', city, 35),
    words('Ctry', country, 2),
  );

const transferOf = (transfer: Transfer): string =>
  tag(
    'CdtTrfTxInf',
    tag('PmtId', words('EndToEndId', transfer.endToEndId, 35)),
    tag('Amt', `<InstdAmt Ccy="${euro}">${writeAmount(transfer.amount, euro)}</InstdAmt>`),
    tag('Cdtr', words('Nm', transfer.name, 70), addressOf(transfer.address)),
    account('CdtrAcct', transfer.iban),
    tag('RmtInf', words('Ustrd', transfer.text, 140)),
  );

/**
 * A file of SEPA credit transfers, version 09 of ISO 20022 pain.001. The bank of the account that pays
 * is not named: the IBAN says it.
 */
export function writePain001(file: TransferFile): string {
  const { messageId, createdAt, executionDay, debtor, transfers } = file;
  const sum = transfers.reduce((all, { amount }) => all + amount, 0);
  const counted = tag('NbOfTxs', String(transfers.length)) + tag('CtrlSum', writeAmount(sum, euro));
  const head = tag(
    'GrpHdr',
    words('MsgId', messageId, 35),
    tag('CreDtTm', createdAt),
    counted,
    tag('InitgPty', words('Nm', debtor.name, 70)),
  );
  const payment = tag(
    'PmtInf',
    words('PmtInfId', `${messageId}-1`, 35),
    tag('PmtMtd', 'TRF'),
    tag('BtchBookg', 'false'),
    counted,
    tag('PmtTpInf', tag('SvcLvl', tag('Cd', 'SEPA'))),
    tag('ReqdExctnDt', tag('Dt', executionDay)),
    tag('Dbtr', words('Nm', debtor.name, 70)),
    account('DbtrAcct', debtor.iban),
    tag('DbtrAgt', tag('FinInstnId', tag('Othr', tag('Id', 'NOTPROVIDED')))),
    tag('ChrgBr', 'SLEV'),
    ...transfers.map(transferOf),
  );
  const whole = tag('CstmrCdtTrfInitn', head, payment);
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${namespace}">${whole}</Document>`;
}
