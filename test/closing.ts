type Closing = () => unknown;
const closings: Closing[] = [];

/** Something that a test file has opened is closed when the file ends, whatever opened last first. */
export function closeAtEnd(close: Closing): void {
  closings.push(close);
}

/**
 * For the setup of a file alone. Whatever cannot be closed leaves the rest to be closed all the same, for
 * the next file is served by this process too; then it is told.
 */
export async function closeAll(): Promise<void> {
  const faults: unknown[] = [];
  for (const close of closings.splice(0).reverse()) {
    try {
      await close();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `could not be closed: ${faults}`);
}
