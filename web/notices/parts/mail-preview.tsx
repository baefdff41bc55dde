import { Button, Modal, SegmentedControl, Skeleton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Mail, noticesContract } from '#contract/notices.ts';
import { api, download } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { When } from '#web/ui/when.tsx';
import { MailStateBadge } from '../shared/mail-state-badge.tsx';
import classes from './mail-preview.module.css';

type Props = { id: string | null; close: () => void };
type Found = { mail: Mail } | { error: unknown } | null;

/** One mail as it was written. Its HTML stands in a frame that may run nothing and reach nothing. */
export function MailPreview({ id, close }: Props) {
  const { t } = useTranslation('notices');
  const [found, setFound] = useState<Found>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try asks again
  useEffect(() => {
    if (!id) return;
    const stop = new AbortController();
    setFound(null);
    api(noticesContract.getMail, { params: { id }, signal: stop.signal })
      .then((mail) => setFound({ mail }))
      .catch((error) => !stop.signal.aborted && setFound({ error }));
    return () => stop.abort();
  }, [id, tries]);
  const title = found && 'mail' in found ? found.mail.subject : t('mails.preview');
  return (
    <Modal
      opened={id !== null}
      onClose={close}
      title={title}
      size="xl"
      zIndex={400}
      closeButtonProps={{ 'aria-label': t('mails.close') }}
    >
      {!found && <Skeleton height={360} />}
      {found && 'error' in found && (
        <ErrorState error={found.error} onRetry={() => setTries((count) => count + 1)} />
      )}
      {found && 'mail' in found && <Letter mail={found.mail} />}
    </Modal>
  );
}

function Letter({ mail }: { mail: Mail }) {
  const { t } = useTranslation('notices');
  const [form, setForm] = useState('html');
  return (
    <div className={classes.letter}>
      <Facts
        items={[
          { label: t('mails.recipient'), value: mail.recipient },
          { label: t('mails.state'), value: <MailStateBadge state={mail.state} /> },
          { label: t('mails.date'), value: <When instant={mail.createdAt} /> },
          mail.sentAt !== null && {
            label: t('mails.sentAt'),
            value: <When instant={mail.sentAt} />,
          },
          mail.lastError !== null && { label: t('mails.error'), value: mail.lastError },
        ]}
      />
      <SegmentedControl
        aria-label={t('mails.form')}
        value={form}
        onChange={setForm}
        data={[
          { value: 'html', label: t('mails.html') },
          { value: 'text', label: t('mails.text') },
        ]}
      />
      {form === 'html' ? (
        <iframe
          className={classes.frame}
          // Nothing of a letter runs here; its links open beside this page, as from a mailbox.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={mail.html.replace('<head>', '<head><base target="_blank">')}
          title={mail.subject}
        />
      ) : (
        <pre className={classes.text}>{mail.text}</pre>
      )}
      {mail.attachments.length > 0 && <Attachments mail={mail} />}
    </div>
  );
}

function Attachments({ mail }: { mail: Mail }) {
  const { t } = useTranslation('notices');
  const fetchFile = (position: number, name: string) =>
    download(noticesContract.getMailAttachment, {
      params: { id: mail.id, position },
      fileName: name,
    }).catch(notifyError);
  return (
    <section aria-label={t('mails.attachments')} className={classes.attachments}>
      {mail.attachments.map(({ name }, position) => (
        <Button
          key={name}
          variant="default"
          leftSection={<IconPaperclip size={18} aria-hidden />}
          onClick={() => void fetchFile(position, name)}
        >
          {name}
        </Button>
      ))}
    </section>
  );
}
