// Runs the benchmarks: `npm run bench` compares single routes, `npm run bench -- requests` whole requests, `reports` measures
// reports, and `people` users and GraphQL. Programs after the first are servers under test.
import { pathToFileURL } from 'node:url'
import { bundlePrograms } from './bundle-programs.mjs'

const programs = {
  routes: ['server/bench/run.ts', 'server/bench/target.ts'],
  requests: ['server/bench/requests.ts', 'server/bench/shop-target.ts'],
  reports: ['server/bench/reports.ts'],
  people: ['server/bench/people.ts'],
}
const [, , name = 'routes'] = process.argv
if (!(name in programs)) {
  console.error(`Unknown benchmark. Choose one of: ${Object.keys(programs).join(', ')}.`)
  process.exit(1)
}
const [benchmark] = await bundlePrograms(programs[name])
await import(pathToFileURL(benchmark).href)
