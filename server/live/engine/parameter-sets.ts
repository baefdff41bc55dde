/** Bytes that are written into a segment, before what stands at `at`. */
export type Insertion = { at: number; bytes: Buffer };

export type ParameterSets = { lengthSize: number; units: Buffer };

const accessUnitDelimiter = 9;

/**
 * The parameter sets of an H.264 sample entry as they stand in a sample: each behind its length
 * (ISO 14496-15). Null for what is no H.264.
 */
export function parameterSetsOf(entry: Buffer): ParameterSets | null {
  const at = entry.indexOf('avcC', 0, 'latin1');
  if (entry.toString('latin1', 4, 8) !== 'avc1' || at < 0) return null;
  const config = entry.subarray(at + 4, at - 4 + entry.readUInt32BE(at - 4));
  const lengthSize = ((config[4] ?? 3) & 3) + 1;
  const units: Buffer[] = [];
  let next = 5;
  for (const mask of [0x1f, 0xff]) {
    const count = (config[next] ?? 0) & mask;
    next += 1;
    for (let index = 0; index < count && next + 2 <= config.length; index += 1) {
      const length = config.readUInt16BE(next);
      const size = Buffer.alloc(lengthSize);
      size.writeUIntBE(length, 0, lengthSize);
      units.push(size, config.subarray(next + 2, next + 2 + length));
      next += 2 + length;
    }
  }
  return { lengthSize, units: Buffer.concat(units) };
}

/** Where in a segment they go so that the sample at `offset` carries them: first, or behind its delimiter. */
export function insertionFor(
  sets: ParameterSets | null,
  segment: Buffer,
  offset: number,
): Insertion | null {
  if (!sets || sets.units.length === 0) return null;
  const { lengthSize, units } = sets;
  const length = segment.readUIntBE(offset, lengthSize);
  const kind = (segment[offset + lengthSize] ?? 0) & 0x1f;
  return { at: kind === accessUnitDelimiter ? offset + lengthSize + length : offset, bytes: units };
}
