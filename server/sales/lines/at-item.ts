import { type FieldFaults, Refusal } from '#server/platform/errors.ts';

/**
 * Does something for one of the things chosen; a refusal then says which (`items.1`), and what of it is
 * wrong (`items.1.sessionId`) where it knows.
 */
export async function atItem<T>(position: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw named(error, `items.${position}`);
  }
}

function named(refusal: Refusal, item: string): Refusal {
  const { code, fields, values, cause } = refusal;
  const faults: FieldFaults = fields
    ? Object.fromEntries(Object.entries(fields).map(([name, fault]) => [`${item}.${name}`, fault]))
    : { [item]: 'invalid' };
  return new Refusal(code, { fields: faults, values, cause });
}
