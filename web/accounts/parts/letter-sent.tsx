import { IconMailCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/states.tsx';

type Props = { title: string; text: ReactNode; action?: ReactNode };

/** Stands where a form was, once a letter is on its way. */
export function LetterSent({ title, text, action }: Props) {
  return <EmptyState page icon={IconMailCheck} title={title} text={text} action={action} />;
}
