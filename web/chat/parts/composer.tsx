import { ActionIcon, Textarea } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { ChatRefused } from '#contract/chat.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './composer.module.css';

/** As the server counts; written here so that the schemas stay out of the page. */
const longest = 500;
/** The style sheet lets it grow where the browser can; elsewhere it is measured at every letter. */
const growing = () =>
  CSS.supports('field-sizing', 'content')
    ? { rows: 1 }
    : { autosize: true, minRows: 1, maxRows: 4 };

type Props = { say: (body: string) => Promise<ChatRefused | null> };

/** The field to say something: Enter sends; what was refused stays as typed. */
export function Composer({ say }: Props) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const [wait, setWait] = useWait();
  const id = useId();
  const left = longest - [...text.trim()].length;
  const canSend = text.trim() !== '' && left >= 0 && wait === 0 && !sending;

  const send = async () => {
    if (!canSend) return;
    setSending(true);
    const refused = await say(text);
    setSending(false);
    if (!refused) setText('');
    setWait(refused?.seconds ?? 0);
    setFault(refused && !refused.seconds ? refused.message || t('offline') : '');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const note = wait > 0 ? t('tooFast', { count: wait }) : fault;
  return (
    <form className={classes.composer} onSubmit={submit}>
      {note && (
        <p id={id} className={classes.note} role="alert">
          {note}
        </p>
      )}
      <div className={classes.row}>
        <Textarea
          className={classes.field}
          aria-label={t('write')}
          placeholder={t('write')}
          aria-describedby={note ? id : undefined}
          classNames={{ input: classes.input }}
          {...growing()}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={byKey}
          error={left < 0}
        />
        <ActionIcon
          type="submit"
          size={42}
          aria-label={t('send')}
          disabled={!canSend}
          loading={sending}
        >
          <IconSend2 size={20} aria-hidden />
        </ActionIcon>
      </div>
      {left <= 100 && (
        <p className={classes.left} data-over={left < 0 || undefined}>
          {t('left', { count: left })}
        </p>
      )}
    </form>
  );
}

/** Seconds that still have to pass, counted down. */
function useWait() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds] as const;
}
