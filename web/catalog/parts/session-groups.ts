type Group<Item> = { name: string; of: Item[] };

/** Neighbours with the same name together, in the order in which they came. */
export function inGroups<Item>(items: Item[], nameOf: (item: Item) => string): Group<Item>[] {
  const groups: Group<Item>[] = [];
  for (const item of items) {
    const name = nameOf(item);
    const last = groups.at(-1);
    if (last?.name === name) last.of.push(item);
    else groups.push({ name, of: [item] });
  }
  return groups;
}
