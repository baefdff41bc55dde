import { faultOfIban, isInSepa } from '#contract/shared/iban.ts';
import { parseAmount } from '#contract/shared/money.ts';
import { namespace } from './pain001.rules.ts';
import { sepaLetters } from './sepa-letters.rules.ts';

/**
 * What a bank would refuse a file for. The schema of ISO 20022 sees only some of it: it lets wrong sums,
 * IBANs that cannot be, and addresses in free lines pass.
 */
export type FileFault =
  | 'not_xml'
  | 'element'
  | 'version'
  | 'address'
  | 'length'
  | 'letters'
  | 'iban'
  | 'amount'
  | 'count'
  | 'control_sum'
  | 'twice';

type Element = { name: string; attributes: string; text: string; children: Element[] };

/**
 * Each element with what may stand in it, in this order; `?` may be left out, `+` comes once or more.
 * An element that is not named here holds text.
 */
const grammar: Record<string, string> = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf+',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum InitgPty',
  InitgPty: 'Nm',
  PmtInf:
    'PmtInfId PmtMtd BtchBookg? NbOfTxs CtrlSum PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf+',
  PmtTpInf: 'SvcLvl',
  SvcLvl: 'Cd',
  ReqdExctnDt: 'Dt',
  Dbtr: 'Nm',
  DbtrAcct: 'Id',
  CdtrAcct: 'Id',
  DbtrAgt: 'FinInstnId',
  CdtrAgt: 'FinInstnId',
  FinInstnId: 'BICFI? Othr?',
  Othr: 'Id',
  CdtTrfTxInf: 'PmtId Amt CdtrAgt? Cdtr CdtrAcct RmtInf',
  PmtId: 'EndToEndId',
  Amt: 'InstdAmt',
  Cdtr: 'Nm PstlAdr',
  PstlAdr: 'StrtNm? PstCd? TwnNm Ctry',
  RmtInf: 'Ustrd',
};

/** How long texts may be. */
const longest: Record<string, number> = {
  ...{ MsgId: 35, PmtInfId: 35, EndToEndId: 35, Nm: 70, Ustrd: 140 },
  ...{ StrtNm: 70, PstCd: 16, TwnNm: 35, Ctry: 2 },
};

/** What is wrong with a file; null when a bank takes it, as far as we know. */
export function faultOfFile(xml: string): FileFault | null {
  const root = read(xml);
  if (!root) return 'not_xml';
  if (root.name !== 'Document' || root.attributes !== `xmlns="${namespace}"`) return 'version';
  return faultOfShape(root) ?? faultOfTexts(root) ?? faultOfSums(root);
}

const token = /<\?xml[^>]*\?>|<\/([A-Za-z]+)>|<([A-Za-z]+)((?:\s[^<>]*)?)>|([^<]+)/y;
const marks: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const asText = (raw: string): string =>
  raw.replaceAll(/&(\w+);/g, (all, name: string) => marks[name] ?? all);

/** The plain kind of XML that such a file is: no comments, no entities of its own. Null: it is not. */
function read(xml: string): Element | null {
  const top: Element = { name: '', attributes: '', text: '', children: [] };
  const open = [top];
  token.lastIndex = 0;
  while (token.lastIndex < xml.length) {
    const found = token.exec(xml);
    const within = open.at(-1);
    if (!found || !within) return null;
    const [, closed, opened, attributes = '', text] = found;
    if (text !== undefined) within.text += asText(text);
    if (closed !== undefined && open.pop()?.name !== closed) return null;
    if (opened === undefined) continue;
    const element = { name: opened, attributes: attributes.trim(), text: '', children: [] };
    within.children.push(element);
    open.push(element);
  }
  return open.length === 1 && top.children.length === 1 ? (top.children[0] ?? null) : null;
}

function faultOfShape(element: Element): FileFault | null {
  const { name, children } = element;
  const names = children.map((child) => child.name);
  if (name === 'Id') return null;
  if (names.includes('AdrLine')) return 'address';
  const allowed = grammar[name];
  if (name === 'PstlAdr' && !(names.includes('TwnNm') && names.includes('Ctry'))) return 'address';
  // Version 03 called it so.
  if (names.includes('BIC')) return 'version';
  if (allowed === undefined) return names.length > 0 ? 'element' : null;
  if (!fits(names, allowed)) return 'element';
  for (const child of children) {
    const fault = faultOfShape(child);
    if (fault) return fault;
  }
  return null;
}

/** Do these names follow one another as the grammar says? */
function fits(names: string[], allowed: string): boolean {
  const pattern = allowed
    .split(' ')
    .map((one) => {
      const name = one.replace(/[?+]$/, '');
      return `(?:${name} )${/[?+]$/.exec(one)?.[0] ?? ''}`;
    })
    .join('');
  return new RegExp(`^${pattern}$`).test(names.map((name) => `${name} `).join(''));
}

function faultOfTexts(element: Element): FileFault | null {
  const { name, text, children } = element;
  if (children.length > 0) {
    for (const child of children) {
      const fault = faultOfTexts(child);
      if (fault) return fault;
    }
    return null;
  }
  const most = longest[name];
  if (most !== undefined && text.length > most) return 'length';
  if (text === '') return 'element';
  if (!sepaLetters.test(text)) return 'letters';
  if (name === 'IBAN') return faultOfIban(text) || !isInSepa(text) ? 'iban' : null;
  return name === 'InstdAmt' ? faultOfAmount(element) : null;
}

/** Euro, with two digits behind the point, more than nothing. */
function faultOfAmount({ text, attributes }: Element): FileFault | null {
  const isGood = attributes === 'Ccy="EUR"' && /^\d{1,9}\.\d{2}$/.test(text) && cents(text) > 0;
  return isGood ? null : 'amount';
}

const cents = (text: string): number => parseAmount(text, 'EUR') ?? Number.NaN;

const every = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...every(child, name),
  ]);

const textOf = (element: Element, name: string): string =>
  element.children.find((child) => child.name === name)?.text ?? '';

function faultOfSums(root: Element): FileFault | null {
  const ids = every(root, 'EndToEndId').map(({ text }) => text);
  if (new Set(ids).size < ids.length) return 'twice';
  for (const part of [...every(root, 'GrpHdr'), ...every(root, 'PmtInf')]) {
    const counted = part.name === 'GrpHdr' ? root : part;
    const amounts = every(counted, 'InstdAmt').map(({ text }) => cents(text));
    if (textOf(part, 'NbOfTxs') !== String(amounts.length)) return 'count';
    const sum = amounts.reduce((all, amount) => all + amount, 0);
    if (cents(textOf(part, 'CtrlSum')) !== sum) return 'control_sum';
  }
  return null;
}
