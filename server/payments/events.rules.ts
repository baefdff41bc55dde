import type { EventState } from '#contract/provider-events.ts';

/** From which states a notice comes to one. What had its effect stays so. */
const comesFrom: Record<EventState, readonly EventState[]> = {
  received: [],
  handled: ['received', 'kept', 'refused', 'failed'],
  kept: ['received', 'kept', 'refused', 'failed'],
  refused: ['received', 'kept', 'refused', 'failed'],
  failed: ['received', 'kept', 'refused', 'failed'],
};

export const eventComesFrom = (to: EventState): readonly EventState[] => comesFrom[to];

/** A notice may be handled again, whatever came of it; a mark of our own tells nothing. */
export const canReplay = ({ isNotice }: { isNotice: boolean }): boolean => isNotice;

/**
 * Names of what is struck out before anybody reads a notice: secrets, and whatever says something of
 * the buyer or of the card.
 */
const hidden =
  /card|secret|token|fingerprint|email|phone|name$|address|customer|billing|shipping|receipt|iban|account|expir|exp_|cvc|cvv|pan$|identifier|wallet|payer|ip_|ip$|evidence$|url$|signature/i;
/** Named so, and harmless. */
const shown = /^(receipt_number|client_reference_id|object|payment_method_types)$/i;

/** A notice as administrators read it. */
export function withoutSecrets(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutSecrets);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      isHidden(name) && value !== null && value !== '' ? struck : withoutSecrets(value),
    ]),
  );
}

export const struck = '•••';
const isHidden = (name: string): boolean => hidden.test(name) && !shown.test(name);
