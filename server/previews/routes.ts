import { previewsContract } from '#contract/previews.ts';
import { mount } from '#server/platform/http/mount.ts';
import { getLetterSample, getPaperSample, listLetterSamples } from './show-samples.ts';

export const previewsRoutes = mount(previewsContract, {
  listLetterSamples: ({ query }) => listLetterSamples(query.language),
  getLetterSample: ({ params, query }) => getLetterSample(params.name, query.language),
  getPaperSample: ({ params, query }) => getPaperSample(params.kind, query.language),
});
