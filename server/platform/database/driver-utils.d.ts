/** What the driver itself writes values with; it brings no types of its own insides. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null;
}
