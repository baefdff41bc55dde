import classes from './chart.module.css';
import type { ChartFigure } from './chart.tsx';

type Props = { title: string; stepName: string; figure: ChartFigure };

/** The numbers of a chart. */
export function ChartTable({ title, stepName, figure }: Props) {
  const { labels, now, before, nowName, beforeName, format } = figure;
  return (
    <table className={classes.numbers}>
      <caption className="said">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{stepName}</th>
          <th scope="col">{nowName}</th>
          <th scope="col">{beforeName}</th>
        </tr>
      </thead>
      <tbody>
        {labels.map((label, at) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{format(now[at] ?? 0)}</td>
            <td>{format(before[at] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
