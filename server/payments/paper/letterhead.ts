import { createHash } from 'node:crypto';
import { brand, lookInForce, pictureAsPng } from '#server/platform/brand/index.ts';
import { config } from '#server/platform/config.ts';
import { log } from '#server/platform/log.ts';

/** Whose site it was on the day of a paper, and how it looked. */
export type Letterhead = {
  name: string;
  /** Who runs the site: name, tax number, address; '' when the settings do not say. */
  operator: string;
  address: string;
  /** The accent as a ground, as a drawing on the dark mark, as text, and at its palest. */
  accent: string;
  glow: string;
  deep: string;
  soft: string;
  /** Null: the mark of the house. */
  picture: { is: 'logo' | 'wordmark'; png: Buffer } | null;
};

/** The head that the settings say now. */
export async function letterheadNow(): Promise<Letterhead> {
  const { SITE_NAME, OPERATOR_NAME, OPERATOR_TAX_ID, OPERATOR_ADDRESS, PUBLIC_URL } = config();
  const { shades, glow } = lookInForce();
  const is = brand().wordmark ? 'wordmark' : 'logo';
  const png = await pictureAsPng(is, 192).catch(nothingDrawn);
  return {
    name: SITE_NAME,
    operator: [OPERATOR_NAME, OPERATOR_TAX_ID, OPERATOR_ADDRESS].filter(Boolean).join(' · '),
    address: new URL(PUBLIC_URL).host,
    accent: shades[5] ?? glow,
    glow: shades[4] ?? glow,
    deep: glow,
    soft: shades[0] ?? '#ffffff',
    picture: png && { is, png },
  };
}

/** Papers are issued as money is taken: no payment fails for a picture that cannot be drawn. */
function nothingDrawn(error: unknown): null {
  log().error({ err: error }, 'papers have no logo: it cannot be drawn');
  return null;
}

/** Two heads that look the same have the same. */
export const digestOfHead = ({ picture, ...look }: Letterhead): string =>
  createHash('sha256')
    .update(JSON.stringify([look, picture?.is ?? null]))
    .update(picture?.png ?? '')
    .digest('hex');
