import { Button } from '@mantine/core';
import {
  IconArrowRight,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconHourglass,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { type FirstStep, insightsContract, type FirstSteps as Steps } from '#contract/insights.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';
import classes from './first-steps.module.css';
import { placeOfStep } from './places.ts';

/** From sign-up to a show that sells: what is done, what is next, and where. */
export function FirstSteps({ firstSteps }: { firstSteps: Steps }) {
  const { t } = useTranslation('insights');
  const { steps, done, can } = firstSteps;
  const act = useAct();
  const putAway = () =>
    act.run(() => api(insightsContract.hideFirstSteps, { body: { hidden: true } }));
  const list = (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <Step key={step.step} step={step} />
      ))}
    </ol>
  );
  if (can.hide) {
    return (
      <Panel>
        <div className={classes.end}>
          <IconCircleCheckFilled size={22} className={classes.mark} aria-hidden />
          <p>{t('first.finished')}</p>
          <Button variant="default" loading={act.busy} onClick={() => void putAway()}>
            {t('first.hide')}
          </Button>
        </div>
        <details className={classes.all}>
          <summary>{t('first.seeAll')}</summary>
          {list}
        </details>
      </Panel>
    );
  }
  return (
    <Panel
      title={t('first.title')}
      actions={
        <span className={classes.count}>{t('first.count', { done, all: steps.length })}</span>
      }
    >
      <progress className={classes.progress} value={done} max={steps.length} aria-hidden="true" />
      {list}
    </Panel>
  );
}

const icons = {
  done: IconCircleCheckFilled,
  waiting: IconHourglass,
  current: IconArrowRight,
  open: IconCircleDashed,
};

function Step({ step }: { step: FirstStep }) {
  const { t } = useTranslation('insights');
  const { state } = step;
  const Icon = icons[state];
  const place = placeOfStep(step);
  const name = t(`first.${step.step}`);
  const isShut = state === 'done' || place === null || state === 'current';
  return (
    <li
      className={classes.step}
      data-state={state}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <Icon size={22} aria-hidden />
      <div className={classes.what}>
        <span className={classes.name}>
          {isShut ? name : <Link to={place}>{name}</Link>}
          <span className={classes.state}>{t(`first.is.${state}`)}</span>
        </span>
        {step.step !== 'confirm_email' && (state === 'current' || state === 'waiting') && (
          <span className={classes.text}>
            {t(state === 'waiting' ? 'first.waitingText' : `first.${step.step}Text`)}{' '}
            {step.missing > 0 && t('first.missing', { count: step.missing })}
          </span>
        )}
        {state === 'current' && <Act step={step} />}
      </div>
    </li>
  );
}

/** The one thing to do now. */
function Act({ step }: { step: FirstStep }) {
  const { t } = useTranslation('insights');
  const place = placeOfStep(step);
  if (step.step === 'share_link' && step.product) {
    return <ShareButton path={`/products/${step.product}`} title={t('first.shareTitle')} />;
  }
  if (!place || step.step === 'confirm_email') return null;
  return (
    <Button
      className={classes.act}
      component={Link}
      to={place}
      rightSection={<IconArrowRight size={18} aria-hidden />}
    >
      {t(`first.${step.step}Act`)}
    </Button>
  );
}
