import { type ReactNode, useId, useState } from 'react';
import classes from './native-picker.module.css';

type Choice = { value: string; label: string };
type Props = {
  label: string;
  icon?: ReactNode;
  chosen: Choice;
  /** Asked for when somebody comes near, in the browser. Holds what is chosen, too. */
  choices: () => Choice[];
  onChoose: (value: string) => void;
  /** What stands on the bar instead of the chosen label, when that is too long. */
  short?: string;
};

/**
 * A small selector for bars: the browser's own list, keyboard and all, at no cost of script. The
 * list is filled when somebody comes near: four hundred zones, put into a page one by one, hold up
 * everything else on a phone for seconds, and hardly anybody opens them.
 */
export function NativePicker({ label, icon, chosen, choices, onChoose, short }: Props) {
  const id = useId();
  const [near, setNear] = useState(false);
  const approach = () => setNear(true);
  const listed = near ? choices() : [chosen];
  return (
    <span className={classes.picker} onPointerEnter={approach}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {icon}
      <span aria-hidden="true">{short ?? chosen.label}</span>
      <select
        id={id}
        value={chosen.value}
        onPointerDown={approach}
        onFocus={approach}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {listed.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}
