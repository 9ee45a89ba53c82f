import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirstSequencer } from './scripts/long-first-sequencer.js'
import { findMemoryFolder } from './scripts/memory-folder.js'

process.env['TMPDIR'] ??= findMemoryFolder() ?? tmpdir()

/** One more than the two cores of the smallest machine, because tests of services and pages also wait. */
const workers = {
  maxWorkers: 3,
  // The other threads of a worker would take the cores of the other workers.
  execArgv: ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'],
}
/** `npm test` leaves out tests with this tag, and `npm run test:slow` runs them. */
const tags = [
  {
    name: 'slow',
    description: 'Takes longer than a second: histories, kills, storms, every state of every page.',
  },
]
/** A test may wait long for what happens in milliseconds on a calm machine. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }
const e2eTimes = { ...patience, testTimeout: 120_000, hookTimeout: 120_000 }
/** Several buyers pay concurrently, on a chain that may be emulated. */
const pageTimes = { ...patience, testTimeout: 240_000, hookTimeout: 120_000, maxConcurrency: 3 }

/** Records the responses of the service, to compare them with those of another commit. */
const recorder = process.env['RECORD_RESPONSES'] ? ['../scripts/record-responses.mjs'] : []

/** Cached modules contain the paths of the files that the workspaces export. */
const exported = ['sdk', 'web'].map((name) => readFileSync(`${name}/package.json`, 'utf8')).join()
const cache = `.cache/vitest/${createHash('sha256').update(exported).digest('hex').slice(0, 12)}`

/** `npm test`: all tests except the long suites (`npm run chaos`). */
export default defineConfig({
  test: {
    reporters: ['default', './scripts/progress-reporter.ts', './scripts/summary-reporter.ts'],
    // Compiling takes longer than most suites run.
    experimental: { fsModuleCache: true, fsModuleCachePath: cache },
    sequence: { sequencer: LongFirstSequencer },
    tags,
    projects: [
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['{src,test,scripts}/**/*.test.ts'],
          globalSetup: './test/global-setup.ts',
          setupFiles: recorder,
          // Modules keep no state, and reloading them for every file takes longer than most files run.
          isolate: false,
          ...patience,
          ...workers,
        },
      },
      {
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          isolate: false,
          ...patience,
          ...workers,
        },
      },
      {
        test: { name: 'sdk', root: 'sdk', include: ['src/**/*.test.ts'], ...patience, ...workers },
      },
      {
        test: {
          name: 'scripts',
          root: 'scripts',
          include: ['**/*.test.mjs'],
          isolate: false,
          ...patience,
          ...workers,
        },
      },
      {
        test: {
          name: 'contracts',
          root: 'contracts',
          include: ['{test,build}/**/*.test.ts'],
          // Every file makes its own chain, and loading the EVM takes longer than most files run.
          isolate: false,
          ...workers,
          testTimeout: 120_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          root: 'e2e',
          include: ['*.test.ts', 'api/*.test.ts'],
          // Reloading the modules takes about a second per file.
          isolate: false,
          globalSetup: './helpers/shared-service.ts',
          ...workers,
          ...e2eTimes,
        },
      },
      {
        test: {
          name: 'portal',
          root: 'e2e',
          include: ['{portal,console,shop,pos}/*.test.ts'],
          // Reloading the modules takes seconds per file.
          isolate: false,
          globalSetup: './helpers/shared-service.ts',
          ...workers,
          ...pageTimes,
        },
      },
    ],
  },
})
