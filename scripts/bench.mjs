// Runs the benchmarks: `npm run bench` those of routes, where `run.ts` starts `target.ts`, the server under test, and
// `npm run bench -- reports` those of reports.
import { pathToFileURL } from 'node:url'
import { bundlePrograms } from './bundle-programs.mjs'

const programs = {
  routes: ['server/bench/run.ts', 'server/bench/target.ts'],
  reports: ['server/bench/reports.ts'],
}
const [, , name = 'routes'] = process.argv
if (!(name in programs)) {
  console.error(`Unknown benchmark. Choose one of: ${Object.keys(programs).join(', ')}.`)
  process.exit(1)
}
const [benchmark] = await bundlePrograms(programs[name])
await import(pathToFileURL(benchmark).href)
