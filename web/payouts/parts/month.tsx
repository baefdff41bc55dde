import { When } from '#web/ui/when.tsx';

/** The month of a calendar day, which is the same in every zone of Europe at noon. */
export const Month = ({ day }: { day: string }) => (
  <When instant={`${day}T12:00:00Z`} style="month" withZone={false} />
);
