import { config } from '#server/platform/config.ts';

/**
 * The address at which other processes reach this one: NODE_URL, or the port of this machine. It is
 * known once the process listens.
 */
export const thisNode = (): string =>
  (config().NODE_URL ?? `http://localhost:${config().PORT}`).replace(/\/+$/, '');

/** Does this process take encoders? */
export const takesEncoders = (): boolean => config().ROLES.includes('media');
