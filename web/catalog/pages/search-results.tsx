import { ComingPage } from '#web/ui/coming-page.tsx';

export default function SearchResultsPage() {
  return <ComingPage title="SearchResults" />;
}
