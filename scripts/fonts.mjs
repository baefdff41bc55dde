/**
 * Makes the two fonts that every page loads first: of Inter and Bricolage Grotesque what our pages
 * write with, which is a third less to wait for. Run when one of them comes out anew:
 * `npm install --no-save subset-font@2.9.0 && node scripts/fonts.mjs`. The tool is no dependency,
 * for nobody who builds or tests the product needs it.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tool = 'subset-font';
const { default: subsetFont } = await import(tool);

/** As `unicode-range` in `web/ui/fonts.css` says; what is beyond it comes from the files beside. */
const ranges = `0000-00FF 0131 0152-0153 02BB-02BC 02C6 02DA 02DC 0304 0308 0329 2000-206F 20AC 2122
  2191 2193 2212 2215 FEFF FFFD`;
/** The weights that the style sheets ask for. */
const variationAxes = { wght: { min: 400, max: 800 } };

const text = ranges
  .split(/\s+/)
  .flatMap((range) => {
    const [first, last = first] = range.split('-').map((point) => Number.parseInt(point, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  })
  .map((point) => String.fromCodePoint(point))
  .join('');

for (const name of ['inter', 'bricolage-grotesque']) {
  const from = join(root, 'node_modules/@fontsource-variable', name);
  const whole = readFileSync(join(from, 'files', `${name}-latin-wght-normal.woff2`));
  const part = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes });
  writeFileSync(join(root, 'web/ui/fonts', `${name}.woff2`), part);
  copyFileSync(join(from, 'LICENSE'), join(root, 'web/ui/fonts', `${name}.LICENSE`));
  console.log(`${name}: ${whole.length} → ${part.length} bytes`);
}
