import { defineConfig } from 'vitest/config'
import { LongFirstSequencer } from './scripts/long-first-sequencer.js'

/** Half of the time a test waits for its database or its chain, so two at once are faster. */
const together = { maxWorkers: 2, sequence: { groupOrder: 0 } }
/** Whole services and browsers, which wait for each other. */
const patient = { maxWorkers: 3, sequence: { groupOrder: 1 } }
/** Kills whole services and chains, and waits little. */
const heavy = ['chain.test.ts', 'crash.test.ts']
const e2eTimes = { testTimeout: 120_000, hookTimeout: 120_000 }
/** Several buyers at a time, on a chain that may be emulated. */
const pageTimes = { testTimeout: 240_000, hookTimeout: 120_000, maxConcurrency: 3 }

/** `npm test`: everything but the long suites (`npm run chaos`). */
export default defineConfig({
  test: {
    reporters: ['default', './scripts/summary-reporter.ts'],
    // Compiling anew takes longer than most areas run.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    sequence: { sequencer: LongFirstSequencer },
    projects: [
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['{src,test,scripts}/**/*.test.ts'],
          globalSetup: './test/global-setup.ts',
          // Nothing keeps state in a module, and loading them anew for every file takes longer than most of them run.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          ...together,
        },
      },
      {
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          isolate: false,
          testTimeout: 20_000,
          ...together,
        },
      },
      { test: { name: 'sdk', root: 'sdk', include: ['src/**/*.test.ts'], ...together } },
      {
        test: {
          name: 'contracts',
          root: 'contracts',
          include: ['{test,build}/**/*.test.ts'],
          // Every file makes its own chain, and loading the machine takes longer than most of them run.
          isolate: false,
          ...together,
          testTimeout: 120_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e-heavy',
          root: 'e2e',
          include: heavy,
          ...together,
          ...e2eTimes,
        },
      },
      {
        test: {
          name: 'e2e',
          root: 'e2e',
          include: ['*.test.ts', 'spec/*.test.ts'],
          exclude: heavy,
          globalSetup: './spec/shared-service.ts',
          ...patient,
          ...e2eTimes,
        },
      },
      {
        test: {
          name: 'portal',
          root: 'e2e',
          include: ['portal/*.test.ts'],
          // Loading everything anew takes seconds for each file.
          isolate: false,
          globalSetup: './portal/shared-service.ts',
          ...patient,
          ...pageTimes,
        },
      },
    ],
  },
})
