import { Link } from 'react-router';
import type { LetterList } from '#contract/previews.ts';
import { type Language, languages } from '#contract/shared/language-list.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './letters.module.css';

type Props = { letters: LetterList['letters']; name: string; language: Language };

const addressOf = (name: string, language: Language) => `/letters/${name}?language=${language}`;

/** All letters by what they are about, and the languages of the one that is shown. */
export function LetterChoice({ letters, name, language }: Props) {
  const { t } = useTranslation('previews');
  return (
    <>
      <nav aria-label={t('letters.languages')}>
        <ul className={classes.languages}>
          {languages.map((each) => (
            <li key={each}>
              <Link
                to={addressOf(name, each)}
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
          {letters.map(({ name: each, subject }) => (
            <li key={each}>
              <Link
                to={addressOf(each, language)}
                aria-current={each === name || undefined}
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
