import type { NewProduct, SessionForm } from '#contract/catalog.ts';
import type { NewSession } from './new-sessions-section.tsx';
import { formFrom, type ProductValues } from './product-form.ts';

/** A product that is being made, with its showings. */
export type NewProductValues = ProductValues & { sessions: NewSession[] };

/** What is sent. A row without a date is one that nobody filled in. */
export function newProductFrom({ sessions, ...values }: NewProductValues): NewProduct {
  const dated = sessions.filter((session): session is SessionForm => session.startsAt !== null);
  return { ...formFrom(values), type: 'broadcast', sessions: dated };
}

/** The server counts the rows that were sent: its errors at the rows of the screen. */
export function atTheirRows(
  fields: Record<string, string>,
  { sessions }: Pick<NewProductValues, 'sessions'>,
): Record<string, string> {
  const sent = sessions.flatMap(({ startsAt }, row) => (startsAt === null ? [] : [row]));
  const onScreen = (path: string) =>
    path.replace(/^sessions\.(\d+)/, (_, index) => `sessions.${sent[Number(index)]}`);
  return Object.fromEntries(
    Object.entries(fields).map(([path, sentence]) => [onScreen(path), sentence]),
  );
}
