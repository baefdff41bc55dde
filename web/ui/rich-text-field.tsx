import { Input } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type FieldBase, useField } from './form-context.ts';
import classes from './rich-text.module.css';
import type { RichTextBoxProps } from './rich-text-box.tsx';
import { RichTextSkeleton } from './rich-text-skeleton.tsx';
import { useAlive } from './use-alive.ts';

type Props = Omit<FieldBase, 'description'> & {
  /** The longest that the contract takes, in letters of its HTML: forms count too. */
  maxLength: number;
};

/**
 * A text with a few forms: bold, italic, two kinds of heading, lists, quotes, links. The value is
 * HTML ('' when nothing stands there); whatever it holds, the server keeps simple tags only.
 */
export function RichTextField({ name, label, required, disabled, maxLength }: Props) {
  const { t, language } = useTranslation('ui');
  const field = useField<string | null>(name, { label, required, disabled, shown: wordsOf });
  const value = field.value ?? '';
  const { id } = field.inputProps;
  const over = value.length - maxLength;
  const tooLong = over > 0 ? t('rich.tooLong', { count: over }) : undefined;
  const error = field.error ?? tooLong;
  const amount = (count: number) => formatNumber(count, language);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => document.getElementById(id)?.focus() }}
      required={required}
      error={error}
      errorProps={{ id: `${id}-error` }}
      description={t('rich.used', { used: amount(value.length), max: amount(maxLength) })}
      descriptionProps={{ id: `${id}-used` }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
      <WhenLoaded
        id={id}
        label={label}
        value={value}
        set={field.set}
        required={required}
        disabled={field.inputProps.disabled}
        wrong={Boolean(error)}
        onBlur={field.inputProps.onBlur}
      />
    </Input.Wrapper>
  );
}

const load = async () => {
  const { RichTextBox } = await import('./rich-text-box.tsx');
  return { default: RichTextBox };
};

/** The editor is heavy: it comes when it is needed, and when it does not, one can ask again. */
function WhenLoaded(props: RichTextBoxProps) {
  const [failed, setFailed] = useState(false);
  const attempt = () =>
    lazy(() =>
      load().catch(() => {
        setFailed(true);
        return { default: RichTextSkeleton };
      }),
    );
  const [Box, setBox] = useState(attempt);
  const isAlive = useAlive();
  if (failed) {
    return (
      <NotLoaded
        again={() => {
          setFailed(false);
          setBox(attempt);
        }}
      />
    );
  }
  if (!isAlive) return <RichTextSkeleton />;
  return (
    <Suspense fallback={<RichTextSkeleton />}>
      <Box {...props} />
    </Suspense>
  );
}

function NotLoaded({ again }: { again: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <div className={classes.frame} role="alert">
      <div className={classes.waiting}>
        <p className={classes.failed}>{t('rich.notLoaded')}</p>
        <button type="button" className={classes.again} onClick={again}>
          <IconRefresh size={18} aria-hidden />
          {t('error.retry')}
        </button>
      </div>
    </div>
  );
}

/** What a list of changes shows of it: the words. Parsed into a document of its own, where nothing runs. */
function wordsOf(value: unknown): string {
  const html = String(value ?? '').replaceAll(/<\/(p|li|h\d|blockquote)>/g, ' $&');
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
}
