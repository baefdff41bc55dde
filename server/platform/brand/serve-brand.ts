import type { FastifyInstance, FastifyReply } from 'fastify';
import { brand, houseMark, type PictureName } from './index.ts';

const lasting = 'public, max-age=31536000, immutable';
/** For what keeps its address when the settings change. */
const passing = 'public, max-age=3600';
export const iconSizes = [32, 96, 180, 192, 512] as const;

/** `/brand/…`: the pictures of the settings, and icons in the sizes that systems ask for. */
export async function serveBrand(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { file: string } }>(
    '/brand/:file',
    { schema: { hide: true } as object },
    async ({ params: { file } }, reply) => {
      const icon = /^icon-(\d+)\.png$/.exec(file);
      if (icon) return sendIcon(reply, Number(icon[1]));
      if (file === 'icon.svg' && !brand().logo) return send(reply, 'image/svg+xml', houseMark());
      const named = /^(logo|wordmark|wordmark-dark)-[0-9a-f]{12}\.(svg|png)$/.exec(file);
      const picture = named && brand().pictures.get(named[1] as PictureName);
      const known = [brand().logo, brand().wordmark?.light, brand().wordmark?.dark];
      if (!picture || !known.includes(`/brand/${file}`)) return reply.callNotFound();
      return send(reply, picture.type, picture.bytes, lasting);
    },
  );
}

/** A drawing that is opened by itself runs nothing and fetches nothing. */
const send = (reply: FastifyReply, type: string, bytes: string | Buffer, keep = passing) =>
  reply
    .type(type)
    .header('Cache-Control', keep)
    .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .send(bytes);

const drawn = new Map<string, Promise<Buffer>>();

async function sendIcon(reply: FastifyReply, size: number) {
  if (!iconSizes.includes(size as (typeof iconSizes)[number])) return reply.callNotFound();
  return send(reply, 'image/png', await iconOf(size));
}

/** The square mark as PNG: letters and systems do not take drawings. */
export function iconOf(size: number): Promise<Buffer> {
  const logo = brand().pictures.get('logo');
  const source = logo?.bytes ?? Buffer.from(houseMark());
  const key = `${size} ${brand().logo ?? houseMark()}`;
  const known = drawn.get(key) ?? drawIcon(source, size);
  drawn.set(key, known);
  known.catch(() => drawn.delete(key));
  return known;
}

async function drawIcon(source: Buffer, size: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp(source, { density: 300 })
    .resize(size, size, { fit: 'contain', background: transparent })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
