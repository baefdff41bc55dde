import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { previewsContract } from '#contract/previews.ts';
import { isLanguage } from '#contract/shared/language-list.ts';
import { pageContext } from '#web/platform/load-context.ts';
import { publicApi } from '#web/platform/public-api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { LetterChoice } from '#web/previews/parts/letter-choice.tsx';
import { LetterSheet } from '#web/previews/parts/letter-sheet.tsx';
import { PaperList } from '#web/previews/parts/paper-list.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';

export const meta = pageMeta('previews', ({ t }) => ({ title: t('letters.title'), noIndex: true }));

/** Which letter, in which language, stands in the address. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const api = publicApi(context);
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get('language');
  const language = isLanguage(asked) ? asked : context.get(pageContext).language;
  const query = { language };
  const list = await api(previewsContract.listLetterSamples, { query });
  const name = params.name ?? list.letters[0]?.name ?? '';
  const letter = await api(previewsContract.getLetterSample, { params: { name }, query });
  return { language, list, letter };
}

/** Every letter and paper that the product sends, as it leaves the house. */
export default function Letters() {
  const { t } = useTranslation('previews');
  const { language, list, letter } = useLoaderData<typeof loader>();
  return (
    <PageBody>
      <PageHead title={t('letters.title')} lead={t('letters.lead')} />
      <LetterChoice letters={list.letters} name={letter.name} language={language} />
      <LetterSheet letter={letter} language={language} />
      <PaperList papers={list.papers} />
    </PageBody>
  );
}
