import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes, sign } from 'node:crypto';
import { pushKeys } from './keys.ts';

type Reader = { p256dh: string; auth: string };

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/**
 * Can something be sealed for this key? Not all bytes of the right length are one: most stand for a point
 * beside the curve.
 */
export function isKeyOfCurve(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0;
  } catch {
    return false;
  }
}

/** One record holds all; push services take 4096 bytes at most. */
const recordSize = 4096;

/**
 * A text that only this browser can read: `aes128gcm` of RFC 8188 with keys by RFC 8291, the only form
 * that every push service takes. Throws when the browser's key is no point of the curve.
 */
export function sealFor({ p256dh, auth }: Reader, text: string): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const pair = createECDH('prime256v1');
  const ours = pair.generateKeys();
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const shared = pair.computeSecret(theirs);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), about, 32);
  const salt = randomBytes(16);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The sign after the text says that no other record follows.
  const sealed = Buffer.concat([
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, head, ours, sealed]);
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Who sends, as push services want to know it: a token signed by our key, for one service and twelve
 * hours (RFC 8292). `contact` is an address of the web or of mail.
 */
export function senderHeader(endpoint: string, contact: string, nowSeconds: number): string {
  const { privateJwk, publicKey } = pushKeys();
  const claims = { aud: new URL(endpoint).origin, exp: nowSeconds + 12 * 3600, sub: contact };
  const said = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(said), {
    key: privateJwk,
    format: 'jwk',
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${said}.${signature.toString('base64url')}, k=${publicKey}`;
}
