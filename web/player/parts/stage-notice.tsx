import type { ComponentType, ReactNode } from 'react';
import type { Playback } from '#contract/player.ts';
import classes from './stage-notice.module.css';

type Props = {
  /** The show that it is about, where its name does not stand beside the stage. */
  product?: Playback['product'] | null;
  /** A picture of the state, or the strings that are tuned while something comes. */
  sign?: ComponentType<{ size: number; stroke: number }> | 'tuning';
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** What the stage says while no picture plays: one sentence, and what can be done. */
export function StageNotice({ product, sign, title, text, action, children }: Props) {
  return (
    <div className={classes.state}>
      {sign && <Sign sign={sign} />}
      <div className={classes.words} role="status">
        {product && <p className={classes.show}>{product.title}</p>}
        <p className={classes.title}>{title}</p>
      </div>
      {children && <div className={classes.when}>{children}</div>}
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.actions}>{action}</div>}
    </div>
  );
}

function Sign({ sign: Icon }: { sign: NonNullable<Props['sign']> }) {
  if (Icon === 'tuning') {
    return (
      <span className={classes.tuning} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        <i />
      </span>
    );
  }
  return (
    <span className={classes.icon} aria-hidden="true">
      <Icon size={32} stroke={1.5} />
    </span>
  );
}
