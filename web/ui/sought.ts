export type Sought = { value: string; label: string };

type Chosen = { value: string; label?: string | undefined };

/**
 * What one chooses from: what was found, and what is chosen already, by the name that the page knows, or
 * that it had when it was `picked` or found; by its value only where nobody knows one.
 */
export function withChosen(
  found: Sought[],
  chosen: Chosen | null,
  picked: Sought | null,
): Sought[] {
  if (!chosen) return found;
  const { value } = chosen;
  const isIt = (one: Sought) => one.value === value;
  const known = [picked, ...found].find((one) => one !== null && isIt(one));
  const label = chosen.label ?? known?.label ?? value;
  return [{ value, label }, ...found.filter((one) => !isIt(one))];
}
