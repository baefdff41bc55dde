/** The asterisk where Mantine sets none, as at a checkbox; that it is required, the control itself says. */
export const RequiredMark = () => (
  <span aria-hidden="true" style={{ color: 'var(--mantine-color-error)' }}>
    {' *'}
  </span>
);
