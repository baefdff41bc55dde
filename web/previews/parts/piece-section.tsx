import { useTranslation } from '#web/platform/words.ts';
import type { Piece, Sample } from './piece.ts';
import classes from './piece-section.module.css';

/** A piece under its own address: `/styleguide#action`. */
export function PieceSection({ piece }: { piece: Piece }) {
  const id = piece.name.toLowerCase();
  return (
    <section id={id} aria-labelledby={`${id}-name`} className={classes.piece}>
      <h2 id={`${id}-name`}>{piece.name}</h2>
      <div className={classes.samples}>
        {piece.samples.map((sample) => (
          <SampleBox key={sample.state} sample={sample} />
        ))}
      </div>
    </section>
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
