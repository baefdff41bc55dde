/** Nothing is stored under this key. */
export class FileMissing extends Error {}
