import { useTranslation } from '#web/platform/words.ts';
import classes from './encoder-steps.module.css';

const steps = ['service', 'key', 'output', 'audio', 'start'] as const;

/** How to set up OBS Studio, step by step; other encoders take the same two values. */
export function EncoderSteps() {
  const { t } = useTranslation('live');
  return (
    <details className={classes.steps}>
      <summary>{t('obs.title')}</summary>
      <ol>
        {steps.map((step) => (
          <li key={step}>{t(`obs.${step}`)}</li>
        ))}
      </ol>
      <p>{t('obs.backup')}</p>
    </details>
  );
}
