import { Container, Title } from '@mantine/core';

/** Stands where a page is being built. */
export function ComingPage({ title }: { title: string }) {
  return (
    <Container py="xl">
      <Title order={1}>{title}</Title>
    </Container>
  );
}
