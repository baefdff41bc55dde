import type { Transporter } from 'nodemailer';
import { config } from '../config.ts';
import { db } from '../database/index.ts';
import { defineJob } from '../jobs.ts';
import { forgetBy } from '../remembered.ts';
import { headersOf } from './headers.ts';
import type { Attachment } from './index.ts';
import { findQueuedMail, noteDelivery } from './outbox.store.ts';
import { wholeLetter } from './sealed.ts';

const makers = new Map<string, (id: string) => Promise<Buffer>>();
let transport: Transporter | null = null;
forgetBy(() => {
  transport?.close();
  transport = null;
});

/** An area says how an attachment of its kind is made; it is made when the mail leaves. */
export function attachmentsMadeBy(maker: string, make: (id: string) => Promise<Buffer>): void {
  makers.set(maker, make);
}

/** Read when a mail leaves: it is large, and sites without a mail server need none of it. */
async function openTransport(): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer');
  transport ??= nodemailer.createTransport(config().SMTP_URL);
  return transport;
}

/** Delivers one mail of the outbox; a failure is retried by the queue. */
export const deliverMail = defineJob<{ mailId: string }>(
  'deliver-mail',
  async ({ mailId }) => {
    const mail = await findQueuedMail(db(), mailId);
    if (!mail) return;
    if (!config().SMTP_URL) return noteDelivery(db(), mailId, { state: 'kept' });
    try {
      const post = await openTransport();
      await post.sendMail({
        from: config().MAIL_FROM,
        to: mail.recipient,
        subject: mail.subject,
        ...wholeLetter(mail),
        messageId: `<${mail.id}@${new URL(config().PUBLIC_URL).hostname}>`,
        headers: headersOf({ language: mail.language, stopPath: mail.stop_path }),
        attachments: await makeAttachments(mail.attachments as Attachment[]),
      });
      await noteDelivery(db(), mailId, { state: 'sent' });
    } catch (error) {
      const last = mail.attempts >= 4;
      await noteDelivery(db(), mailId, {
        state: last ? 'failed' : 'queued',
        error: (error as Error).message.slice(0, 300),
      });
      if (!last) throw error;
    }
  },
  { retryLimit: 5, concurrency: 2 },
);

/** The content of one attachment, made again whenever it is asked for. */
export async function makeAttachment({ maker, id }: Attachment): Promise<Buffer> {
  const make = makers.get(maker);
  if (!make) throw new Error(`nothing makes attachments of kind ${maker}`);
  return make(id);
}

const makeAttachments = (attachments: Attachment[]) =>
  Promise.all(
    attachments.map(async (attachment) => ({
      filename: attachment.name,
      contentType: attachment.type,
      content: await makeAttachment(attachment),
    })),
  );
