/**
 * What a search engine must and should find in structured data before it shows more than a link:
 * Google's documents on Event, Video, Breadcrumb, Carousel (ItemList), Organization and Site name, at
 * developers.google.com/search/docs/appearance/structured-data/{event,video,breadcrumb,carousel,organization}
 * and …/appearance/site-names, as of 2026. VirtualLocation, Offer and SearchAction as schema.org has them.
 */
const known: Record<string, { required: string[]; recommended: string[] }> = {
  Event: {
    required: ['name', 'startDate', 'location'],
    recommended: [
      'description',
      'endDate',
      'eventStatus',
      'image',
      'offers',
      'organizer',
      'performer',
      'eventAttendanceMode',
    ],
  },
  VirtualLocation: { required: ['url'], recommended: [] },
  Offer: {
    required: ['price', 'priceCurrency', 'availability', 'url'],
    recommended: ['validFrom'],
  },
  VideoObject: {
    required: ['name', 'thumbnailUrl', 'uploadDate'],
    recommended: ['description', 'duration'],
  },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  ItemList: { required: ['itemListElement'], recommended: [] },
  ListItem: { required: ['position'], recommended: [] },
  Organization: { required: ['name', 'url'], recommended: [] },
  PerformingGroup: { required: ['name'], recommended: [] },
  WebSite: { required: ['name', 'url'], recommended: ['potentialAction'] },
  SearchAction: { required: ['target', 'query-input'], recommended: [] },
  EntryPoint: { required: ['urlTemplate'], recommended: [] },
};

type Node = Record<string, unknown>;
type Rule = (value: string) => boolean;

const isAddress: Rule = (value) => /^https?:\/\/[^/]+\/\S*$/.test(value) && URL.canParse(value);
const isInstant: Rule = (value) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(value);

/** How the values of a property must be written, whatever they stand in. */
const written: Record<string, Rule> = {
  url: isAddress,
  item: isAddress,
  image: isAddress,
  logo: isAddress,
  sameAs: isAddress,
  thumbnailUrl: isAddress,
  startDate: isInstant,
  endDate: isInstant,
  uploadDate: isInstant,
  validFrom: isInstant,
  duration: (value) => /^PT(?=\d)(\d+H)?(\d+M)?(\d+S)?$/.test(value),
  price: (value) => /^\d+(\.\d+)?$/.test(value),
  priceCurrency: (value) => /^[A-Z]{3}$/.test(value),
  inLanguage: (value) => /^[a-z]{2}$/.test(value),
  availability: (value) =>
    /^https:\/\/schema\.org\/(InStock|SoldOut|PreOrder|Discontinued)$/.test(value),
  eventStatus: (value) =>
    /^https:\/\/schema\.org\/Event(Scheduled|Postponed|Rescheduled|MovedOnline|Cancelled)$/.test(
      value,
    ),
  eventAttendanceMode: (value) => value === 'https://schema.org/OnlineEventAttendanceMode',
};

export type Judged = { errors: string[]; warnings: string[] };

/** What is wrong, and what is missing though wished for, in a page's structured data. */
export function judge(data: object): Judged {
  const judged: Judged = { errors: [], warnings: [] };
  const { '@context': context, '@graph': graph } = data as Node;
  if (context !== 'https://schema.org') judged.errors.push('@context');
  for (const node of (graph as Node[] | undefined) ?? []) judgeNode(node, '', judged);
  if (!Array.isArray(graph) || graph.length === 0) judged.errors.push('nothing in it');
  return judged;
}

function judgeNode(node: Node, path: string, judged: Judged): void {
  const type = String(node['@type'] ?? '');
  const place = `${path}${type}`;
  const rules = known[type];
  if (!rules) {
    // A node may name another one of the graph and nothing else.
    if (typeof node['@id'] !== 'string') judged.errors.push(`${place}: unknown type`);
    return;
  }
  const isMissing = (name: string) => node[name] === undefined || node[name] === '';
  for (const name of rules.required.filter(isMissing)) judged.errors.push(`${place}.${name}`);
  for (const name of rules.recommended.filter(isMissing)) judged.warnings.push(`${place}.${name}`);
  for (const [name, value] of Object.entries(node)) judgeValue(name, value, { place, judged });
  if (type.endsWith('List')) judgePositions(node, place, judged);
}

function judgeValue(name: string, value: unknown, at: { place: string; judged: Judged }): void {
  for (const one of Array.isArray(value) ? value : [value]) {
    if (typeof one === 'object' && one !== null) judgeNode(one, `${at.place}.${name}:`, at.judged);
    else if (written[name] && !written[name](String(one))) {
      at.judged.errors.push(`${at.place}.${name} = ${one}`);
    }
  }
}

/** Lists are counted from one, and every step leads somewhere. */
function judgePositions(list: Node, place: string, judged: Judged): void {
  for (const [index, step] of ((list.itemListElement as Node[]) ?? []).entries()) {
    if (step.position !== index + 1) judged.errors.push(`${place}: position ${step.position}`);
    if (!step.item && !step.url) judged.errors.push(`${place}: step ${index + 1} leads nowhere`);
  }
}
