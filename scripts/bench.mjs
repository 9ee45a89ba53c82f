// Runs the benchmarks: `npm run bench` compares requests and writes docs/benchmarks.md. `npm run
// bench -- reports` measures reports, `people` users and GraphQL, and `console` the frames of a
// long list in a browser. Programs after the first are servers under test.
import { pathToFileURL } from 'node:url'
import { bundlePrograms } from './bundle-programs.mjs'

const programs = {
  bench: ['server/bench/bench.ts', 'server/bench/bare.ts'],
  reports: ['server/bench/reports.ts'],
  people: ['server/bench/people.ts'],
  console: ['e2e/bench/console.ts'],
}
const [, , first = ''] = process.argv
const name = first in programs ? process.argv.splice(2, 1)[0] : 'bench'
const [benchmark] = await bundlePrograms(programs[name])
await import(pathToFileURL(benchmark).href)
