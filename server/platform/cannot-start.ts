/**
 * The process cannot start, for a reason that the person at the keyboard can mend. `message` is
 * the whole explanation: one sentence or two, without a stack. `main.ts` prints it and exits with 1.
 */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
