import { useTranslation } from '#web/platform/words.ts';
import type { Piece, Sample } from './piece.ts';
import classes from './piece-section.module.css';

export const anchorOf = ({ name }: Piece) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-');

/** A piece under its own address: `/styleguide#action`. */
export function PieceSection({ piece }: { piece: Piece }) {
  const id = anchorOf(piece);
  return (
    <section id={id} aria-labelledby={`${id}-name`} className={classes.piece}>
      <h2 id={`${id}-name`}>{piece.name}</h2>
      <div className={classes.samples} data-wide={piece.wide || undefined}>
        {piece.samples.map((sample) => (
          <SampleBox key={sample.state} sample={sample} />
        ))}
      </div>
    </section>
  );
}

/** Every piece by its name: a link to where it stands. */
export function Contents({ pieces }: { pieces: Piece[] }) {
  const { t } = useTranslation('previews');
  return (
    <nav aria-label={t('contents')}>
      <ul className={classes.contents}>
        {pieces.map((piece) => (
          <li key={piece.name}>
            <a href={`#${anchorOf(piece)}`}>{piece.name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SampleBox({ sample: { state, Show } }: { sample: Sample }) {
  const { t } = useTranslation('previews');
  return (
    <figure className={classes.sample} data-sample={state}>
      <figcaption className={classes.state}>{t(`state.${state}`)}</figcaption>
      <div className={classes.box}>
        <Show />
      </div>
    </figure>
  );
}
