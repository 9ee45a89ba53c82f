import { defineConfig } from 'vitest/config'

/** `npm test`: everything but the long suites (`npm run chaos`). */
export default defineConfig({
  test: {
    reporters: ['default', './scripts/summary-reporter.ts'],
    // Half of the time a test waits for its database or its chain.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['{src,test,scripts}/**/*.test.ts'],
          globalSetup: './test/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'sdk', root: 'sdk', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'contracts',
          root: 'contracts',
          include: ['{test,build}/**/*.test.ts'],
          // Every file makes its own chain, and loading the machine takes longer than most of them run.
          isolate: false,
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
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
