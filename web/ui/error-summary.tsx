import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './error-summary.module.css';
import { goToField, inputId, useForm } from './form-context.ts';
import { useFormState } from './save-bar.tsx';

type Props = {
  /** Of a small form every field is in sight: what is told there is not told once more above. */
  brief?: boolean;
};

/** Above the form: what the server refused, each line leading to its field. */
export function ErrorSummary({ brief = false }: Props) {
  const { t } = useTranslation('ui');
  const form = useForm();
  const { store, formId } = form;
  useFormState(store);
  const entries = Object.entries(store.errors());
  if (brief && store.isToldAtFields()) return null;
  const isInLine = entries.some(([, sentence]) => sentence === store.message());
  const message = isInLine ? null : store.message();
  if (!message && entries.length === 0) return null;
  return (
    <div className={classes.summary} role="alert">
      <IconAlertCircle size={22} aria-hidden />
      <div>
        <strong>{message ?? t('form.errors', { count: entries.length })}</strong>
        {entries.length > 0 && (
          <ul>
            {entries.map(([name, sentence]) => (
              <li key={name}>
                <ErrorLine
                  label={store.labelOf(name)}
                  target={inputId(formId, name)}
                  go={() => goToField(form, name)}
                >
                  {sentence}
                </ErrorLine>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type LineProps = { label?: string; target: string; go: () => void; children: string };

function ErrorLine({ label, target, go, children }: LineProps) {
  if (!label) return children;
  return (
    <a
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault();
        go();
      }}
    >
      {label}: {children}
    </a>
  );
}
