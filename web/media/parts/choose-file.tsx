import { Button } from '@mantine/core';
import { useRef } from 'react';
import classes from './film.module.css';

type Props = {
  /** What stands on the button. */
  text: string;
  accept: string;
  busy: boolean;
  off?: boolean | undefined;
  /** How the field is found and told: by a label elsewhere, or by its own. */
  input: { id: string; 'aria-describedby': string } | { 'aria-label': string };
  chosen: (files: File[]) => void;
};

/** A button that asks for a file; the field itself is what the keyboard comes to. */
export function ChooseFile({ text, accept, busy, off, input, chosen }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        {...input}
        type="file"
        accept={accept}
        className={classes.input}
        disabled={off || busy}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          chosen(files);
        }}
      />
      <Button
        variant="default"
        loading={busy}
        disabled={off}
        tabIndex={-1}
        onClick={() => field.current?.click()}
      >
        {text}
      </Button>
    </>
  );
}
