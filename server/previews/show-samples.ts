import type { LetterList, LetterSample } from '#contract/previews.ts';
import type { Language } from '#contract/shared/languages.ts';
import { drawInvoice, letterheadNow } from '#server/payments/index.ts';
import { config } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { writeLetter } from '#server/platform/mail/index.ts';
import { calendarFile } from '#server/sales/index.ts';
import { type Sample, sampleMails } from './letters.ts';
import { findSamplePicture } from './sample-picture.queries.ts';
import { type PaperKind, paperKinds, sampleOrder, samplePaper } from './samples.ts';

/** Unknown to everybody while the setting is off. */
const demandPreviews = () => orRefuse(config().PREVIEWS || null);

const nameOf = ({ kind, told }: Sample): string => (told ? `${kind}.${told}` : kind);

/** Names every letter and paper. Refuses 404 while PREVIEWS is off. */
export async function listLetterSamples(language: Language): Promise<LetterList> {
  demandPreviews();
  const mails = sampleMails(language, null);
  return {
    letters: mails.map((mail) => ({
      ...{ name: nameOf(mail), kind: mail.kind, subject: mail.letter.subject },
    })),
    papers: [...paperKinds],
  };
}

/** One letter as it leaves the house. Refuses 404 for an unknown name, or while PREVIEWS is off. */
export async function getLetterSample(name: string, language: Language): Promise<LetterSample> {
  demandPreviews();
  const mails = sampleMails(language, await findSamplePicture(db()));
  const mail = orRefuse(mails.find((each) => nameOf(each) === name) ?? null);
  const { subject, html, text } = await writeLetter(mail.letter, language);
  const calendar = calendarFile(sampleOrder(language, null).shows);
  const files = (mail.attachments ?? []).map((file) => ({
    ...{ name: file.name, type: file.type },
    text: file.type === 'text/calendar' ? calendar : '',
  }));
  return { name, kind: mail.kind, subject, html, text, files };
}

/** One paper as PDF. Refuses 404 for an unknown kind, or while PREVIEWS is off. */
export async function getPaperSample(kind: string, language: Language) {
  demandPreviews();
  const known = orRefuse(paperKinds.find((each): each is PaperKind => each === kind) ?? null);
  const content = await drawInvoice(samplePaper(known, language), await letterheadNow());
  return { name: `${kind}-${language}.pdf`, content };
}
