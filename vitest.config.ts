import { defineConfig } from 'vitest/config'
import { LongFirstSequencer } from './scripts/long-first-sequencer.js'

/** Half of the time a test waits for its database or its chain, so two at once are faster. */
const together = { maxWorkers: 2, sequence: { groupOrder: 0 } }
/** Browsers take all there is, so they do not run beside what measures time. */
const pages = { maxWorkers: 2, sequence: { groupOrder: 1 } }
/** What is about how long a service needs has the machine for itself; so has what shares one service. */
const alone = { maxWorkers: 1, sequence: { groupOrder: 2 } }
const timed = ['start-and-stop.test.ts', 'settlement.test.ts']
const timedPages = ['portal/budget.test.ts']
const e2eTimes = { testTimeout: 120_000, hookTimeout: 120_000 }
/** Several buyers at a time, on a chain that may be emulated. */
const pageTimes = { testTimeout: 240_000, hookTimeout: 120_000, maxConcurrency: 3 }

/** `npm test`: everything but the long suites (`npm run chaos`). */
export default defineConfig({
  test: {
    reporters: ['default', './scripts/summary-reporter.ts'],
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
          name: 'e2e',
          root: 'e2e',
          include: ['*.test.ts'],
          exclude: timed,
          ...together,
          ...e2eTimes,
        },
      },
      {
        test: {
          name: 'portal',
          root: 'e2e',
          include: ['portal/*.test.ts'],
          exclude: timedPages,
          // As for the specifications: loading everything anew takes seconds for each file.
          isolate: false,
          globalSetup: './portal/shared-service.ts',
          ...pages,
          ...pageTimes,
        },
      },
      {
        test: {
          name: 'portal-alone',
          root: 'e2e',
          include: timedPages,
          globalSetup: './portal/shared-service.ts',
          ...alone,
          ...e2eTimes,
        },
      },
      {
        test: {
          name: 'e2e-alone',
          root: 'e2e',
          include: [...timed, 'spec/*.test.ts'],
          globalSetup: './spec/shared-service.ts',
          // One process for all of them: starting another and loading everything anew takes a second each.
          isolate: false,
          ...alone,
          ...e2eTimes,
        },
      },
    ],
  },
})
