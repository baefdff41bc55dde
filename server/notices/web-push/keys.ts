import { createECDH } from 'node:crypto';
import { keyFor } from '#server/platform/secrets.ts';

type PrivateKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string };
type Keys = { publicKey: string; privateJwk: PrivateKey };
let known: Keys | null = null;
let knownSeed = '';

/**
 * The pair by which push services know this installation (VAPID, RFC 8292). It follows from the
 * installation's secret: every process has the same one, and there is nothing more to keep.
 */
export function pushKeys(): Keys {
  const seed = keyFor('web push');
  if (known && knownSeed === seed.toString('hex')) return known;
  const pair = createECDH('prime256v1');
  // Of 2^256 numbers all but one in four thousand millions are keys of the curve.
  pair.setPrivateKey(seed);
  const point = pair.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString('base64url');
  known = {
    publicKey: text(point),
    privateJwk: {
      kty: 'EC',
      crv: 'P-256',
      x: text(point.subarray(1, 33)),
      y: text(point.subarray(33)),
      d: text(seed),
    },
  };
  knownSeed = seed.toString('hex');
  return known;
}
