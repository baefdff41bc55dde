import { previewsContract } from '#contract/previews.ts';
import { languages } from '#contract/shared/language-list.ts';
import { addressOf } from '#web/platform/address.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './letters.module.css';

/** Every paper in each language, to be opened. */
export function PaperList({ papers }: { papers: string[] }) {
  const { t } = useTranslation('previews');
  return (
    <section aria-labelledby="papers">
      <h2 id="papers">{t('letters.papers')}</h2>
      <ul className={classes.papers}>
        {papers.map((kind) => (
          <li key={kind}>
            <code>{kind}</code>
            {languages.map((language) => (
              <a
                key={language}
                href={addressOf(previewsContract.getPaperSample, {
                  params: { kind },
                  query: { language },
                })}
                aria-label={`${kind}, ${language}, PDF`}
              >
                {language}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
