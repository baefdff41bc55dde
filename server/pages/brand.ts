import { brand as inForce, lookInForce } from '#server/platform/brand/index.ts';

/** Who this installation is, for what is drawn and written outside of pages. */
export const brand = {
  get name(): string {
    return inForce().name;
  },
  /** Readable on the stage, and with dark words on it. */
  get accent(): string {
    return lookInForce().shades[4] ?? '';
  },
  stage: '#131215',
} as const;
