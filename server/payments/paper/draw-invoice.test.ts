import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFParse } from 'pdf-parse';
import { decodeQR, type FinderPoints } from 'qr/decode.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/shared/languages.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import type { WholeInvoice } from '../invoices.queries.ts';
import { drawInvoice } from './draw-invoice.ts';
import { type Letterhead, letterheadNow } from './letterhead.ts';
import type { KeptPaper, PaperLine, Party } from './paper.ts';
import { countryNames, marksOf } from './said.ts';

const party = (given: Partial<Party> = {}): Party => ({
  name: 'Cellar Strings SL',
  taxId: 'B58818501',
  address: 'Calle de la Luna 14',
  city: 'Madrid',
  postalCode: '28004',
  country: 'ES',
  email: '',
  ...given,
});
const line = (given: Partial<PaperLine> = {}): PaperLine => ({
  title: 'Noche de años',
  startsAt: '2026-12-03T19:30:00Z',
  ...{ taxRate: 2100, net: 102_025, tax: 21_425, total: 123_450 },
  ...given,
});

function invoiceIn(language: Language, given: Partial<KeptPaper> = {}): WholeInvoice {
  const lines = given.lines ?? [line()];
  const sum = (of: 'net' | 'tax' | 'total') => lines.reduce((all, each) => all + each[of], 0);
  const [net, tax, total] = [sum('net'), sum('tax'), sum('total')];
  return {
    ...{ id: 'one', number: '2026-000041', kind: 'sale', currency: 'EUR', form: 'full' },
    ...{ issuedAt: '2026-11-28T11:03:00Z', language, letterheadId: null, net, tax, total },
    code: null,
    paper: {
      issuer: party(),
      buyer: party({ name: 'Ana Prats', taxId: '', country: 'BR', email: 'ana@example.org' }),
      taxes: [{ rate: 2100, net, tax, total }],
      orderId: '01997f6e-2f1c-7abc-9def-0123456789ab',
      paidWith: { provider: 'sandbox', lastFour: '4242' },
      corrects: null,
      marks: marksOf('EUR', language),
      countries: countryNames(['ES', 'BR'], language),
      ...given,
      lines,
    },
  } as WholeInvoice;
}

async function read(invoice: WholeInvoice, head?: Partial<Letterhead>) {
  const pdf = await drawInvoice(invoice, { ...(await letterheadNow()), ...head });
  const opened = () => new PDFParse({ data: new Uint8Array(pdf) });
  const { pages } = await opened().getText();
  const texts = pages.map(({ text }) => text.replaceAll(/\s+/g, ' '));
  return { pdf, texts, text: texts.join(' '), info: (await opened().getInfo()).info };
}

const facts = {
  en: `Platea|Invoice|Number 2026-000041|Date of issue 28 November 2026, 12:03 (CET)
    |Order 01997f6e-2f1c-7abc-9def-0123456789ab|Issued by Cellar Strings SL|Tax ID B58818501
    |28004 Madrid Spain|Billed to Ana Prats|Brazil ana@example.org
    |Noche de años 21% €1,020.25 €214.25 €1,234.50 3 December 2026, 20:30 (CET)
    |Net amount €1,020.25|Tax 21% on €1,020.25 €214.25|Total €1,234.50
    |no money was moved|card ending in 4242|Issued through Platea|Page 1 of 1`,
  es: `Platea|Factura|Número 2026-000041|Fecha de expedición 28 de noviembre de 2026, 12:03 (CET)
    |Emitida por Cellar Strings SL|NIF B58818501|28004 Madrid España|Cliente Ana Prats|Brasil
    |Noche de años 21 % 1.020,25 € 214,25 € 1.234,50 € 3 de diciembre de 2026, 20:30 (CET)
    |Base imponible 1.020,25 €|IVA 21 % sobre 1.020,25 € 214,25 €|Total 1.234,50 €|Página 1 de 1`,
  pt: `Platea|Fatura|Número 2026-000041|Data de emissão 28 de novembro de 2026, 12:03 (CET)
    |Emitida por Cellar Strings SL|28004 Madrid Espanha|Cliente Ana Prats|Brasil
    |Noche de años 21% € 1.020,25 € 214,25 € 1.234,50 3 de dezembro de 2026, 20:30 (CET)
    |Base de cálculo € 1.020,25|Imposto 21% sobre € 1.020,25 € 214,25|Total € 1.234,50
    |Página 1 de 1`,
};

describe('a paper', () => {
  it.each(['en', 'es', 'pt'] as const)('says in %s all that it must', async (language) => {
    const { text, info } = await read(invoiceIn(language));
    const wanted = facts[language].split('|').map((fact) => fact.trim());
    expect(wanted.filter((fact) => !text.includes(fact))).toEqual([]);
    expect(info).toMatchObject({
      Title: expect.stringMatching(/ 2026-000041$/),
      Author: 'Cellar Strings SL',
      Language: language,
      CreationDate: 'D:20261128110300Z',
    });
  });

  it('can be read out: its parts are tagged in their order', async () => {
    const { pdf } = await read(invoiceIn('es'));
    const raw = pdf.toString('latin1');
    expect(raw).toContain('/Marked true');
    for (const tag of ['Document', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'P']) {
      expect(raw).toMatch(new RegExp(`/S /${tag}\\b`));
    }
    expect(raw).toContain('/Scope /Column');
    expect(raw).toContain('(es)');
  });

  it('is the same to the last byte when it is made again', async () => {
    const [one, other] = await Promise.all([read(invoiceIn('en')), read(invoiceIn('en'))]);
    expect(Buffer.compare(one.pdf, other.pdf)).toBe(0);
  });

  it('says that it can be kept for years (PDF/A-2b), and brings what that takes', async () => {
    const issuer = party({ name: 'Oak & <Ash> SL' });
    const { pdf, info } = await read(invoiceIn('es', { issuer }));
    const raw = pdf.toString('utf8');
    const said = raw.match(/<\?xpacket begin.*?<\?xpacket end="w"\?>/s)?.[0] ?? '';
    expect(said).toContain('<pdfaid:part>2</pdfaid:part>');
    expect(said).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
    expect(said).toContain('<rdf:li>Oak &amp; &lt;Ash&gt; SL</rdf:li>');
    expect(info.Author).toBe('Oak & <Ash> SL');
    expect(raw).toContain('/OutputIntents');
    expect(raw).toContain('sRGB IEC61966-2.1');
    // Every font is in the file, and nothing is in it that runs or that is elsewhere.
    const fonts = raw.match(/\/Type \/FontDescriptor.*?>>/gs) ?? [];
    expect(fonts.length).toBeGreaterThan(2);
    for (const font of fonts) expect(font).toMatch(/\/FontFile[23]? /);
    expect(raw).not.toMatch(/\/(JavaScript|Launch|Encrypt|URI|EmbeddedFile)\b/);
  });

  it('of sixty lines goes on over pages, each with its heads and its number', async () => {
    const lines = Array.from({ length: 60 }, (_, at) =>
      line({ title: `Row ${at + 1} of the bill` }),
    );
    const { texts, text } = await read(invoiceIn('en', { lines }));
    const said = [...text.matchAll(/Row (\d+) of the bill/g)].map(([, number]) => Number(number));
    expect(said).toEqual(lines.map((_, at) => at + 1));
    expect(texts.length).toBeGreaterThan(3);
    texts.forEach((page, at) => {
      expect(page).toContain(`Page ${at + 1} of ${texts.length}`);
      if (page.includes('of the bill'))
        expect(page).toContain('Description Tax rate Net Tax Total');
      if (at > 0) expect(page).toContain('Invoice 2026-000041');
    });
    expect(text.match(/Total €74,070\.00/g)).toHaveLength(1);
  });

  it('breaks no sum in two, however large', async () => {
    const most = { net: 99_999_999_999, tax: 99_999_999_999, total: 99_999_999_999 };
    const { text } = await read(invoiceIn('es', { lines: [line({ ...most, startsAt: null })] }));
    expect(text).toContain('21 % 999.999.999,99 € 999.999.999,99 € 999.999.999,99 €');
    expect(text).toContain('Total 999.999.999,99 €');
  });

  it('bears names of all kinds', async () => {
    const long = 'Companyia'.repeat(34);
    const buyer = party({ name: 'محمد الحسيني', address: 'הרצל 12', city: 'Łódź 🎭', email: long });
    const { text } = await read(invoiceIn('es', { buyer, issuer: party({ name: long }) }));
    expect(text.replaceAll(' ', '')).toContain(long);
    expect(text).toContain('Łódź');
    expect(text).toMatch(/\p{Script=Arabic}{4}/u);
    expect(text).toMatch(/\p{Script=Hebrew}{4}/u);
    expect(text).toContain('🎭');
    expect(text).not.toContain('?');
  });

  it('wears the head that it is given: name, operator, and logo or wordmark', async () => {
    const png = await sharp({
      create: { width: 300, height: 100, channels: 3, background: 'navy' },
    })
      .png()
      .toBuffer();
    const given = { name: 'Aurora', operator: 'Aurora SL · B1', address: 'aurora.test' };
    const logo = await read(invoiceIn('en'), { ...given, picture: { is: 'logo', png } });
    expect(logo.text).toMatch(/^Aurora Invoice /);
    expect(logo.text).toContain('Aurora · Aurora SL · B1 · aurora.test');
    expect(logo.text).not.toContain('Platea');
    const words = await read(invoiceIn('en'), { ...given, picture: { is: 'wordmark', png } });
    expect(words.text).toMatch(/^Invoice /);
    expect(words.pdf.toString('latin1')).toContain('/Subtype /Image');
  });

  it('has the mark of the house in place of a logo that cannot be drawn', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platea-logo-'));
    const path = join(folder, 'torn.png');
    const whole = await sharp({
      create: { width: 96, height: 96, channels: 3, background: 'navy' },
    })
      .png()
      .toBuffer();
    writeFileSync(path, whole.subarray(0, 40));
    const { SITE_LOGO } = config();
    overrideConfig({ SITE_LOGO: path });
    try {
      expect((await letterheadNow()).picture).toBe(null);
      expect((await read(invoiceIn('en'))).text).toContain('Total €1,234.50');
    } finally {
      overrideConfig({ SITE_LOGO });
      rmSync(folder, { recursive: true });
    }
  });

  it('issued before marks were kept is written as of today', async () => {
    const { marks: _, countries: __, ...old } = invoiceIn('en').paper;
    const { text } = await read({ ...invoiceIn('en'), paper: old });
    expect(text).toContain('Total €1,234.50');
    expect(text).toContain('28004 Madrid ES');
  });

  it('of a refund says what it rectifies, and why', async () => {
    const corrects = { number: '2026-000040', issuedAt: '2026-11-20T11:00:00Z', reason: 'Ill.' };
    const lines = [line({ net: -1000, tax: -210, total: -1210 })];
    const sale = invoiceIn('pt', { corrects, lines });
    const { text } = await read({ ...sale, kind: 'rectifying', number: 'R2026-000003' });
    expect(text).toContain('Fatura retificativa');
    expect(text).toContain('Retifica a fatura 2026-000040 de 20 de novembro de 2026. Motivo: Ill.');
    expect(text).toContain('Total −€ 12,10');
    expect(text).toContain('Devolvido ao cartão de final 4242.');
  });
});

const address =
  'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=B58818501&numserie=2026-000041' +
  '&fecha=28-11-2026&importe=1234.50';
const inSpain = (language: Language, isVerifiable = true): WholeInvoice => ({
  ...invoiceIn(language),
  code: { address, isVerifiable },
});

/** What a telephone reads off the first page, and where the code stands on it, in millimetres. */
async function scanned(pdf: Buffer, page = 1) {
  const scale = 3;
  const parser = new PDFParse({ data: new Uint8Array(pdf) });
  const { pages } = await parser.getScreenshot({ scale, partial: [page] });
  const picture = sharp(pages[0]?.data).flatten({ background: 'white' }).ensureAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const found: FinderPoints[] = [];
  const text = decodeQR(
    { data: new Uint8Array(data), width: info.width, height: info.height },
    { timeLimit: 20_000, pointsOnDetect: (points) => found.push(points) },
  );
  const [from, , to] = found[0]?.bounds ?? [];
  const millimetres = (pixels: number) => (pixels / scale / 72) * 25.4;
  return {
    text,
    left: millimetres(from?.x ?? 0),
    top: millimetres(from?.y ?? 0),
    width: millimetres((to?.x ?? 0) - (from?.x ?? 0)),
    height: millimetres((to?.y ?? 0) - (from?.y ?? 0)),
  };
}

describe('the code of a paper issued in Spain', () => {
  it.each(['en', 'es', 'pt'] as const)(
    'leads to the tax agency, from 30 to 40 mm wide in the first corner (%s)',
    async (language) => {
      const { pdf, text } = await read(inSpain(language));
      const code = await scanned(pdf);
      expect(code.text).toBe(address);
      for (const side of [code.width, code.height]) {
        expect(side).toBeGreaterThan(30);
        expect(side).toBeLessThan(40);
      }
      expect(code.top).toBeLessThan(20);
      expect(code.left).toBeLessThan(20);
      expect(text).toMatch(/^QR tributario: VERI\*FACTU Platea /);
    },
  );

  it('makes no promise while nothing is sent to the agency', async () => {
    const { text } = await read(inSpain('es', false));
    expect(text).toMatch(/^QR tributario: Platea /);
    expect(text).not.toContain('VERI*FACTU');
  });

  it('is said to those who do not see it', async () => {
    const raw = (await read(inSpain('en'))).pdf.toString('latin1');
    expect(raw).toMatch(/\/S \/Figure\b/);
    expect(raw).toContain('/Alt (QR code: leads to the page of the Spanish tax agency');
    expect(raw).toMatch(/\/BBox \[48 /);
  });

  it('is the same to the last byte when the paper is made again', async () => {
    const [one, other] = await Promise.all([read(inSpain('es')), read(inSpain('es'))]);
    expect(Buffer.compare(one.pdf, other.pdf)).toBe(0);
  });

  it('stands on the first page alone', async () => {
    const lines = Array.from({ length: 60 }, () => line());
    const long = { ...invoiceIn('es', { lines }), code: { address, isVerifiable: true } };
    const { pdf, texts } = await read(long);
    expect(texts.filter((text) => text.includes('QR tributario:'))).toHaveLength(1);
    await expect(scanned(pdf, 2)).rejects.toThrow();
  });

  it('is on no paper without a record', async () => {
    const { pdf, text } = await read(invoiceIn('es'));
    expect(text).not.toContain('QR tributario');
    expect(pdf.toString('latin1')).not.toContain('/Figure');
    await expect(scanned(pdf)).rejects.toThrow();
  });
});
