/**
 * What vitest tells of a run here: each failed test or hook at the moment it fails, so that a run
 * which is cut off, too, has said why; and nothing of what went well.
 */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './setup.mjs';

const longestAccount = 60;

export default class FailingTests {
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === 'failed') tell(`${nameOf(test.module)} > ${test.fullName}`, errors);
  }

  /** What stands around tests: a hook, or the file itself that could not be loaded. */
  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) {
      tell(`${nameOf(suite.module)} > around ${suite.fullName}`, suite.errors());
    }
  }

  onTestModuleEnd(module) {
    if (module.errors().length > 0) tell(`${nameOf(module)} as a file`, module.errors());
  }

  /** Of what tests print, only what stood on the pages of a broken journey. */
  onUserConsoleLog({ content }) {
    for (const line of content.split('\n')) if (line.startsWith('shown: ')) console.log(line);
  }

  onTestRunEnd(_modules, unhandled) {
    if (unhandled.length > 0) tell('Unhandled, outside of any test', unhandled);
  }
}

const nameOf = (module) => relative(root, module.moduleId);

function tell(what, errors = []) {
  console.log(`× ${what}`);
  for (const error of errors) console.log(accountOf(error).replaceAll(/^/gm, '    '));
}

/** Message, difference and place of a fault, none of them longer than one reads. */
function accountOf({ message = '', diff = '', stacks = [] }) {
  const place = stacks.find(({ file }) => !file.includes('node_modules'));
  const lines = stripVTControlCharacters([message, diff].filter(Boolean).join('\n')).split('\n');
  return [
    ...lines.slice(0, longestAccount),
    ...(place ? [`at ${relative(root, place.file)}:${place.line}`] : []),
  ].join('\n');
}
