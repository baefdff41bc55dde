import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { Fonts } from './fonts.ts';

const ink = { size: 9.5, weight: 400 } as const;

describe('sums on a paper', () => {
  const fonts = new Fonts(new PDFDocument());

  it('are as wide as each other while they have as many digits', () => {
    expect(fonts.widthOf('17,80 €', ink)).toBe(fonts.widthOf('24,50 €', ink));
    expect(fonts.widthOf('−1.117,11 €', ink)).toBe(fonts.widthOf('−4.860,35 €', ink));
  });

  it('are set apart from words, whose letters keep their own widths', () => {
    expect(fonts.widthOf('fila 17', ink)).not.toBe(fonts.widthOf('fila 24', ink));
  });
});
