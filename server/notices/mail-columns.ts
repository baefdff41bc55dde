import { isWordedMailKind, type MailRow } from '#contract/notices.ts';
import { type ExportColumn, textCell, type Writing } from '#server/platform/export/index.ts';
import { wordsOf } from '#server/platform/words.ts';

export const say = wordsOf(new URL('./words/', import.meta.url));

/** What a file tells of tracked mails: never what stands in them. */
export function mailColumns({ say: word, moment, head }: Writing): ExportColumn<MailRow>[] {
  const kind = (name: string) => (isWordedMailKind(name) ? word(`export.kinds.${name}`) : name);
  return [
    { head: head('export.written'), cell: (mail) => moment(mail.createdAt), width: 18 },
    { head: word('export.recipient'), cell: (mail) => textCell(mail.recipient), width: 30 },
    { head: word('export.subject'), cell: (mail) => textCell(mail.subject), width: 44 },
    { head: word('export.kind'), cell: (mail) => textCell(kind(mail.kind)), width: 22 },
    { head: word('export.language'), cell: (mail) => textCell(mail.language) },
    { head: word('export.state'), cell: (mail) => textCell(word(`export.states.${mail.state}`)) },
    { head: head('export.sent'), cell: (mail) => moment(mail.sentAt), width: 18 },
  ];
}
