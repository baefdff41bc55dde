import { type CSSProperties, type KeyboardEvent, useEffect, useState } from 'react';
import classes from './stage-range.module.css';

type Props = {
  label: string;
  value: number;
  max: number;
  /** How it stands, in words. */
  said: string;
  /** How much of it has come already, on the same scale. */
  loaded?: number;
  /** What an arrow key and what a page key adds. Home and End are the browser's own. */
  steps: { arrow: number; page: number };
  choose: (value: number) => void;
};

const keys: Record<string, { by: keyof Props['steps']; sign: 1 | -1 }> = {
  ArrowRight: { by: 'arrow', sign: 1 },
  ArrowUp: { by: 'arrow', sign: 1 },
  ArrowLeft: { by: 'arrow', sign: -1 },
  ArrowDown: { by: 'arrow', sign: -1 },
  PageUp: { by: 'page', sign: 1 },
  PageDown: { by: 'page', sign: -1 },
};

/** A slider of the stage: the browser's own, so that keys, fingers and readers find what they know. */
export function StageRange({ label, value, max, said, loaded, steps, choose }: Props) {
  const { shown, ask } = useAsked({ value, max, choose });
  const share = (part: number) => (max > 0 ? Math.min(1, Math.max(0, part / max)) : 0);
  const filled = { '--filled': share(shown), '--loaded': share(loaded ?? 0) } as CSSProperties;
  const byKey = (event: KeyboardEvent) => {
    const step = keys[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    ask(Math.min(max, Math.max(0, shown + step.sign * steps[step.by])));
  };
  return (
    <input
      type="range"
      className={classes.range}
      style={filled}
      aria-label={label}
      aria-valuetext={said}
      min={0}
      max={max}
      // Not switched off: that would take the focus away while the picture comes anew.
      aria-disabled={max === 0}
      step="any"
      value={shown}
      onKeyDown={byKey}
      onChange={(event) => ask(event.currentTarget.valueAsNumber)}
    />
  );
}

/** The video says a moment later how it stands: until then the slider stays where it was put. */
function useAsked({ value, max, choose }: Pick<Props, 'value' | 'max' | 'choose'>) {
  const [asked, setAsked] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every word of the video
  useEffect(() => setAsked(null), [value]);
  const ask = (next: number) => {
    if (max === 0) return;
    setAsked(next);
    choose(next);
  };
  return { shown: asked ?? value, ask };
}
