/** Where two states of a form differ, and how one is laid over another. No React in here. */
type Group = Record<string, unknown>;

/**
 * Names of groups whose fields are right only together, such as a price with its tax rate: they
 * differ, and are replaced, as one.
 */
export type Together = readonly string[];

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The fields of `after` that are not as in `before`; of a group, only those inside of it. */
export function changesIn<T extends object>(
  after: T,
  before: T,
  together: Together = [],
): Partial<T> {
  const changed: Group = {};
  for (const [name, value] of Object.entries(after)) {
    const old = (before as Group)[name];
    if (isSame(value, old)) continue;
    const isOpen = isGroup(value) && isGroup(old) && !together.includes(name);
    changed[name] = isOpen ? changesIn(value, old) : value;
  }
  return changed as Partial<T>;
}

/** `changes` over `base`; of a group, only what is named inside of it. */
export function laidOver<T extends object>(base: T, changes: object, together: Together = []): T {
  const laid: Group = { ...(base as Group) };
  for (const [name, value] of Object.entries(changes)) {
    const under = laid[name];
    const isOpen = isGroup(value) && isGroup(under) && !together.includes(name);
    laid[name] = isOpen ? laidOver(under, value) : value;
  }
  return laid as T;
}
