import type { SentType } from '#contract/integrations.ts';

/**
 * The body of a message, as it is kept and signed: what happened, when, and ids by which the receiver
 * can ask. No names, no addresses, no sums.
 */
export const messageBody = (
  type: SentType,
  { at, ids }: { at: string; ids: Record<string, unknown> },
): string => JSON.stringify({ type, timestamp: at, data: ids });

/** What receivers know a message by: the same at each try, and when it is sent once more. */
export const messageName = (id: string): string => `msg_${id}`;
