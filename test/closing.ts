const closings: (() => Promise<unknown>)[] = [];

/** Something that a test file has opened is closed when the file ends, whatever opened last first. */
export function closeAtEnd(close: () => Promise<unknown>): void {
  closings.push(close);
}

/** For the setup of a file alone. */
export async function closeAll(): Promise<void> {
  for (const close of closings.splice(0).reverse()) await close();
}
