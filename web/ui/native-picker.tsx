import { type ReactNode, useId } from 'react';
import classes from './native-picker.module.css';

type Choice = { value: string; label: string };
type Props = {
  label: string;
  icon?: ReactNode;
  value: string;
  choices: Choice[];
  onChoose: (value: string) => void;
  /** What stands on the bar instead of the chosen label, when that is too long. */
  short?: string;
};

/** A small selector for bars: the browser's own list, keyboard and all, at no cost of script. */
export function NativePicker({ label, icon, value, choices, onChoose, short }: Props) {
  const id = useId();
  return (
    <span className={classes.picker}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {icon}
      <span aria-hidden="true">{short ?? choices.find((one) => one.value === value)?.label}</span>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}
