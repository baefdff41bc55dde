import type { LetterSample } from '#contract/previews.ts';
import type { Language } from '#contract/shared/language-list.ts';
import { useTranslation } from '#web/platform/words.ts';
import { inScheme, type Scheme } from './in-scheme.ts';
import classes from './letters.module.css';

const looks = [
  { width: 320, scheme: 'light' },
  { width: 320, scheme: 'dark' },
  { width: 600, scheme: 'light' },
  { width: 600, scheme: 'dark' },
] as const satisfies { width: number; scheme: Scheme }[];

type Props = { letter: LetterSample; language: Language };

/** One letter: as it is seen on a phone and at a desk, by day and by night, as text, with its files. */
export function LetterSheet({ letter, language }: Props) {
  const { t } = useTranslation('previews');
  return (
    <section aria-labelledby="letter">
      <h2 id="letter" lang={language} className={classes.subject}>
        {letter.subject}
      </h2>
      <div className={classes.looks}>
        {looks.map((look) => (
          <LetterFrame key={`${look.width}-${look.scheme}`} letter={letter} {...look} />
        ))}
      </div>
      <h3>{t('letters.text')}</h3>
      <pre className={classes.text} lang={language} data-part="text">
        {letter.text}
      </pre>
      {letter.files.map(({ name, type, text }) => (
        <section key={name} aria-label={name}>
          <h3>
            {name} <small>{type}</small>
          </h3>
          {text && <pre className={classes.text}>{text}</pre>}
        </section>
      ))}
    </section>
  );
}

type FrameProps = { letter: LetterSample; width: number; scheme: Scheme };

function LetterFrame({ letter, width, scheme }: FrameProps) {
  const { t } = useTranslation('previews');
  const look = `${t('letters.width', { width })} · ${t(`letters.scheme.${scheme}`)}`;
  return (
    <figure className={classes.look}>
      <figcaption>{look}</figcaption>
      <iframe
        className={classes.frame}
        data-scheme={scheme}
        width={width}
        // Without scripts; of our own origin, or the pictures of shows stay away
        sandbox="allow-same-origin"
        srcDoc={inScheme(letter.html, scheme)}
        title={`${letter.subject} · ${look}`}
      />
    </figure>
  );
}
