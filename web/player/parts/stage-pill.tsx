import classes from './stage-pill.module.css';

type Props = {
  /** Nothing is said: the place stays, so that readers hear what comes into it. */
  children: string;
  /** The bar of the controls stands below it. */
  aboveControls?: boolean;
};

/** One sentence on the stage, in the way of nothing. */
export function StagePill({ children, aboveControls }: Props) {
  return (
    <p className={classes.pill} role="status" data-above-controls={aboveControls}>
      {children}
    </p>
  );
}
