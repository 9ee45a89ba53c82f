// Runs the benchmarks. The second program is the server under test, which the first one starts.
import { pathToFileURL } from 'node:url'
import { bundlePrograms } from './bundle-programs.mjs'

const [benchmark] = await bundlePrograms(['server/bench/run.ts', 'server/bench/target.ts'])
await import(pathToFileURL(benchmark).href)
