/** Reads numbers bit by bit; throws `RangeError` at the end of the bytes. */
export class Bits {
  #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Bits of a NAL unit, with the emulation prevention bytes taken out. */
  static ofNal(nal: Buffer): Bits {
    const kept: number[] = [];
    for (let index = 0; index < nal.length; index += 1) {
      const isGuard = nal[index] === 3 && nal[index - 1] === 0 && nal[index - 2] === 0;
      if (!isGuard || index < 2) kept.push(nal[index] ?? 0);
    }
    return new Bits(Buffer.from(kept));
  }

  /** An unsigned number of so many bits. */
  read(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new RangeError('the bytes end too early');
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  /** An Exp-Golomb number, as H.264 and HEVC write them. */
  readUnsigned(): number {
    let zeros = 0;
    while (this.read(1) === 0) {
      zeros += 1;
      if (zeros > 31) throw new RangeError('number is too long');
    }
    return 2 ** zeros - 1 + this.read(zeros);
  }

  readSigned(): number {
    const value = this.readUnsigned();
    return value % 2 === 0 ? -(value / 2) : (value + 1) / 2;
  }
}
