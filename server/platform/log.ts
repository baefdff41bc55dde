import pino, { type DestinationStream, type Logger } from 'pino';
import { config } from './config.ts';
import { forgetBy } from './remembered.ts';

let opened: Logger | null = null;
forgetBy(() => writeLogTo(null));

/** Errors of `pg` carry the whole connection with all that it was asked. */
function errorLines(error: Error) {
  const { client: _, ...lines } = pino.stdSerializers.err(error) as pino.SerializedError;
  return lines;
}

const options = () => ({ level: config().LOG_LEVEL, serializers: { err: errorLines } });

/**
 * The log of what happens outside a request (requests have their own): JSON lines on standard
 * output, as LOG_LEVEL wants them. Give the error as `err`, and ids; never addresses or secrets.
 */
export function log(): Logger {
  opened ??= pino(options());
  return opened;
}

/** Tests read what is logged; null: standard output again. */
export function writeLogTo(stream: DestinationStream | null): void {
  opened = stream && pino(options(), stream);
}
