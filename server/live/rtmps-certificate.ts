import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { config } from '#server/platform/config.ts';
import type { Certificate } from './engine/rtmp-listener.ts';

/**
 * What RTMPS_CERT and RTMPS_KEY hold now; null when RTMPS_PORT is not set. Throws `CannotStart` with
 * the variable at fault when a file cannot be read, is no PEM, or the two do not belong together.
 */
export async function readCertificate(): Promise<Certificate | null> {
  const { RTMPS_PORT, RTMPS_CERT, RTMPS_KEY } = config();
  if (RTMPS_PORT === undefined) return null;
  const cert = await readPem('RTMPS_CERT', RTMPS_CERT, 'CERTIFICATE');
  const key = await readPem('RTMPS_KEY', RTMPS_KEY, 'PRIVATE KEY');
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`RTMPS_CERT and RTMPS_KEY do not go together: ${why}.`);
  }
  return { cert, key };
}

async function readPem(name: string, path: string | undefined, what: string): Promise<string> {
  if (!path) throw new CannotStart(`RTMPS_PORT needs ${name}: the path of a PEM file.`);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`${name} (${path}) cannot be read (${error.code}).`);
  });
  if (!new RegExp(`-----BEGIN [A-Z ]*${what}-----`).test(text)) {
    throw new CannotStart(`${name} (${path}) holds no ${what} in PEM.`);
  }
  return text;
}

const isSame = (one: Certificate | null, other: Certificate | null): boolean =>
  one?.cert === other?.cert && one?.key === other?.key;

/**
 * Looks whether the files have changed since the last look. A pair that is only half renewed is no
 * fault: the next look finds the other half.
 */
export class CertificateWatch {
  #known: Certificate | null;
  #fault = '';
  #renewed: (certificate: Certificate) => void;
  #failed: (fault: string) => void;

  constructor(
    known: Certificate | null,
    events: { renewed(certificate: Certificate): void; failed(fault: string): void },
  ) {
    this.#known = known;
    this.#renewed = events.renewed;
    this.#failed = events.failed;
  }

  async look(): Promise<void> {
    if (!this.#known) return;
    try {
      const found = await readCertificate();
      this.#fault = '';
      if (!found || isSame(found, this.#known)) return;
      this.#known = found;
      this.#renewed(found);
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      // Said once; encoders go on with the certificate that was good.
      if (fault !== this.#fault) this.#failed(fault);
      this.#fault = fault;
    }
  }
}
