/**
 * A point where the first `size` who come wait for each other; who comes later walks through. A
 * control puts it between the look and the write, so that several have looked before one writes,
 * whatever the machine is doing. `size` stays below the connections of the pool.
 */
export function meeting(size: number): () => Promise<void> {
  let here = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    here += 1;
    if (here >= size) open();
    await opened;
  };
}
