// Runs the benchmarks. `run.ts` starts `target.ts`, the server under test.
import { pathToFileURL } from 'node:url'
import { bundlePrograms } from './bundle-programs.mjs'

const [benchmark] = await bundlePrograms(['server/bench/run.ts', 'server/bench/target.ts'])
await import(pathToFileURL(benchmark).href)
