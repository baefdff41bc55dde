import { Link } from 'react-router';
import type { LetterList } from '#contract/previews.ts';
import { type Language, languages } from '#contract/shared/language-list.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './letters.module.css';

type Props = { letters: LetterList['letters']; kind: string; language: Language };

const addressOf = (kind: string, language: Language) => `/letters/${kind}?language=${language}`;

/** All letters by what they are about, and the languages of the one that is shown. */
export function LetterChoice({ letters, kind, language }: Props) {
  const { t } = useTranslation('previews');
  return (
    <>
      <nav aria-label={t('letters.languages')}>
        <ul className={classes.languages}>
          {languages.map((each) => (
            <li key={each}>
              <Link
                to={addressOf(kind, each)}
                lang={each}
                aria-current={each === language || undefined}
                preventScrollReset
              >
                {each}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={t('letters.all')}>
        <ul className={classes.choice}>
          {letters.map(({ kind: each, subject }) => (
            <li key={each}>
              <Link
                to={addressOf(each, language)}
                aria-current={each === kind || undefined}
                preventScrollReset
              >
                <code>{each}</code>
                <span lang={language}>{subject}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
