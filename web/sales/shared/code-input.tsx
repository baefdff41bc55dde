import { Box, Group, TextInput } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from '#web/platform/words.ts';

type Props = {
  input: RefObject<HTMLInputElement | null>;
  code: string;
  type: (code: string) => void;
  /** Enter sends the code, and nothing else of the form around it: it may be one that pays. */
  send: () => void;
  hint: ReactNode;
  fault: ReactNode;
  /** The button beside the field. */
  children: ReactNode;
};

/** Where a code is typed, with its button beside it whatever is said below. */
export function CodeInput({ input, code, type, send, hint, fault, children }: Props) {
  const { t } = useTranslation('sales');
  return (
    <TextInput
      ref={input}
      label={t('code.label')}
      value={code}
      onChange={(event) => type(event.currentTarget.value.toUpperCase())}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        send();
      }}
      description={hint}
      error={fault}
      errorProps={{ role: 'alert' }}
      // Below both, over the whole width: the button stays beside the field whatever is said.
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      inputContainer={(field) => (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Box flex={1}>{field}</Box>
          {children}
        </Group>
      )}
      autoComplete="off"
      maxLength={40}
    />
  );
}
