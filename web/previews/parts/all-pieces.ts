import type { Piece } from './piece.ts';

const files = import.meta.glob<Piece>('./pieces/*.tsx', { eager: true, import: 'piece' });

/** In the order of their names, as they are looked for. */
export const pieces = Object.values(files).sort((one, other) => one.name.localeCompare(other.name));
