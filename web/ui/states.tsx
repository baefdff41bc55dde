import { IconCloudOff, IconLock, IconMoodPuzzled } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { sentenceFor } from '#web/platform/error-words.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionButton, ActionLink } from './action.tsx';
import classes from './states.module.css';

export type Empty = {
  icon?: ComponentType<{ size: number; stroke: number }>;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** The whole page is this: its title is the `h1`. */
  page?: boolean;
  /** Nothing of what was asked for is shown: nobody wants to come back to it. */
  fault?: boolean;
};

/** One sentence and one action, where a list or panel has nothing to show. */
export function EmptyState({ icon: Icon, title, text, action, page, fault }: Empty) {
  const Heading = page ? 'h1' : 'h2';
  return (
    <div className={classes.state} data-page={page || undefined} data-fault={fault || undefined}>
      {Icon && (
        <div className={classes.icon} aria-hidden="true">
          <Icon size={40} stroke={1.5} />
        </div>
      )}
      <Heading className={classes.title}>{title}</Heading>
      {text && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  );
}

type ErrorProps = { error: unknown; onRetry?: () => void; page?: boolean };

/** What happened, in words for people, and a way to try again. */
export function ErrorState({ error, onRetry, page }: ErrorProps) {
  const { t } = useTranslation('ui');
  const { t: say } = useTranslation('platform');
  const revalidator = useRevalidator();
  const given = error as { requestId?: string; data?: { requestId?: string } } | undefined;
  const requestId = given?.requestId || given?.data?.requestId;
  return (
    <EmptyState
      page={page}
      fault={page}
      icon={IconCloudOff}
      title={t('error.title')}
      text={
        <>
          {sentenceFor(error, say)}
          {requestId && (
            <small className={classes.reference}>{t('error.id', { id: requestId })}</small>
          )}
        </>
      }
      action={
        <ActionButton
          busy={revalidator.state === 'loading'}
          onClick={onRetry ?? (() => void revalidator.revalidate())}
        >
          {t('error.retry')}
        </ActionButton>
      }
    />
  );
}

export function Forbidden() {
  const { t } = useTranslation('ui');
  return (
    <EmptyState
      page
      fault
      icon={IconLock}
      title={t('forbidden.title')}
      text={t('forbidden.text')}
      action={<HomeButton />}
    />
  );
}

export function NotFound() {
  const { t } = useTranslation('ui');
  return (
    <EmptyState
      page
      fault
      icon={IconMoodPuzzled}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<HomeButton />}
    />
  );
}

function HomeButton() {
  const { t } = useTranslation('ui');
  return <ActionLink to="/">{t('notFound.home')}</ActionLink>;
}
