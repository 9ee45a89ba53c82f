import { defineConfig } from 'vitest/config'

/** Half of the time a test waits for its database or its chain, so two at once are faster. */
const together = { maxWorkers: 2, sequence: { groupOrder: 0 } }
/** Whole services, which take the machine for themselves: some of these are about how long they need. */
const alone = { maxWorkers: 1, sequence: { groupOrder: 1 } }

/** `npm test`: everything but the long suites (`npm run chaos`). */
export default defineConfig({
  test: {
    reporters: ['default', './scripts/summary-reporter.ts'],
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
          include: ['**/*.test.ts'],
          exclude: ['dist/**'],
          globalSetup: './spec/shared-service.ts',
          ...alone,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
