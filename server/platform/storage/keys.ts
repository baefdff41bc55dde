const validKey = /^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+)*$/;

/**
 * A key as every storage takes it: nothing hidden, nothing that leads upwards, and not the name of a
 * file that is still being written. Throws for anything else.
 */
export function demandKey(key: string): string {
  if (!validKey.test(key) || key.endsWith('.part')) throw new Error('not a storage key');
  return key;
}

/** A folder with its slash, also when it was given without. */
export function demandFolder(prefix: string): string {
  return `${demandKey(prefix.replace(/\/$/, ''))}/`;
}
